/*
 * The end of the line that a script in a process of its own has. Node's fork gives it a channel, which breaks when it is to end;
 * Electron's utility process a port, over which it is told.
 */

/** What is said over a port to a script that is to end. */
export const endMessage = "end";

interface ScriptLine {
  readonly onMessage: (message: unknown) => void;
  /** Told once: whoever started the script wants its end, or is gone. */
  readonly onEnd: () => void;
}

/** Begins to listen; what it returns sends. */
export function openScriptLine({ onMessage, onEnd }: ScriptLine): (message: object) => void {
  const port = ownPort();
  if (port === null) {
    process.on("message", onMessage);
    process.once("disconnect", onEnd);
    return (message) => void process.send?.(message);
  }
  port.on("message", ({ data }) => {
    if (data === endMessage) onEnd();
    else onMessage(data);
  });
  return (message) => port.postMessage(message);
}

/** As far as it is used here, and without Electron's types: the agent knows nothing of it. */
interface ParentPort {
  on(event: "message", listener: (event: { readonly data: unknown }) => void): unknown;
  postMessage(message: object): void;
}

function ownPort(): ParentPort | null {
  return "parentPort" in process ? process.parentPort : null;
}
