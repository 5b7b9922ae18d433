import type { Socket } from "node:net";
import type { ServerPort } from "./frame-peer.ts";
import { createLinePort } from "./line-port.ts";

/** Joins a client of this process to the owner of the home: frames pass as they are, both ways. */
export function relayPeer(port: ServerPort, ownerSocket: Socket): void {
  const owner = createLinePort(ownerSocket);
  port.onFrame((frame) => owner.send(frame.includes("\n") ? JSON.stringify(JSON.parse(frame)) : frame));
  owner.onFrame((frame) => port.send(frame));
  port.onClose(() => owner.close());
  owner.onClose(() => port.close());
}
