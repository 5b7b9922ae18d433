import type { Socket } from "node:net";
import type { CallerIdentity } from "../api/caller.ts";
import type { Router } from "../api/router.ts";
import type { OwnerListener } from "./claim-home.ts";
import { traceLocal } from "./command-trace.ts";
import { servePeer } from "./frame-peer.ts";
import { createLinePort } from "./line-port.ts";

/** Answers the processes that attach to the owner. Returns the undo, which lets all of them go. */
export function serveLocally(listener: OwnerListener, router: Router, identity: CallerIdentity): () => void {
  const sockets = new Set<Socket>();
  listener.accept((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    const mayBeCommand = traceLocal(socket, async () => listener.marks.own);
    servePeer(createLinePort(socket), router, { ...identity, mayBeCommand });
    void mayBeCommand();
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
