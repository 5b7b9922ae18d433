import type { Socket } from "node:net";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { maxUnsentBytes, type ServerPort } from "./frame-peer.ts";
import { createLinePort } from "./line-port.ts";

/**
 * Joins a client of this process to the owner of the home: frames pass as they are, both ways, once `mayBeCommand` has
 * said no; the owner could not tell any more. Whoever does not read is let go, and the other with it.
 */
export function relayPeer(port: ServerPort, ownerSocket: Socket, mayBeCommand: () => Promise<boolean>): void {
  const owner = createLinePort(ownerSocket);
  let early: string[] | null = [];

  function pass(frame: string, to: ServerPort): void {
    if (to.unsentBytes <= maxUnsentBytes) {
      to.send(frame);
      return;
    }
    port.drop();
    owner.drop();
  }

  port.onFrame((frame) => {
    const line = oneLine(frame);
    if (line === null) return port.drop();
    if (early === null) pass(line, owner);
    else early.push(line);
  });
  owner.onFrame((frame) => pass(frame, port));
  port.onClose(() => owner.close());
  owner.onClose(() => port.close());
  void mayBeCommand().then((isCommand) => {
    if (isCommand) return port.drop();
    for (const line of early ?? []) pass(line, owner);
    early = null;
  });
}

/** Null for what is no JSON: between two frames there must be nothing else. */
function oneLine(frame: string): string | null {
  if (!frame.includes("\n")) return frame;
  try {
    return JSON.stringify(parseBoundedJson(frame));
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
