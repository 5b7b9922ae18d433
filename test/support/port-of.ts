import type { Server } from "node:net";

/** The port at which a server of a test listens. */
export function portOf(server: Pick<Server, "address">): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen at a port");
  return address.port;
}
