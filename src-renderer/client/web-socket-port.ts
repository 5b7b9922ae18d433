import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import type { FramePort } from "../../src-preload/contract/frame-connection.ts";
import { challengeOf, isWelcome, notThisPage } from "../../src-preload/contract/page-proof.ts";
import { ShutOutError } from "./agent-client.ts";

/** Answers the agent's challenge with the frame that proves this page. */
export type Prove = (challenge: string) => Promise<string>;

/** Frames over a WebSocket of the browser, once the agent knows the page. Rejects when it cannot be opened. */
export function openWebSocketPort(url: string, prove: Prove): Promise<FramePort> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    const unreachable = (): void => reject(new Error("the agent could not be reached"));
    const refused = (event: CloseEvent): void =>
      event.code === notThisPage ? reject(new ShutOutError("the agent does not know this page")) : unreachable();

    function hear(event: MessageEvent): void {
      const frame: unknown = parseBoundedJson(String(event.data));
      const challenge = challengeOf(frame);
      if (challenge !== null) {
        prove(challenge).then((proof) => socket.send(proof), reject);
        return;
      }
      if (!isWelcome(frame)) return;
      socket.removeEventListener("message", hear);
      socket.removeEventListener("error", unreachable);
      socket.removeEventListener("close", refused);
      resolve(portOf(socket));
    }

    socket.addEventListener("message", hear);
    socket.addEventListener("error", unreachable);
    socket.addEventListener("close", refused);
  });
}

function portOf(socket: WebSocket): FramePort {
  return {
    send: (frame) => socket.send(frame),
    onFrame: (listener) => socket.addEventListener("message", (event) => listener(String(event.data))),
    onClose: (listener) => socket.addEventListener("close", listener, { once: true }),
    close: () => socket.close(),
  };
}
