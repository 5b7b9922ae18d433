import { connect, type Socket } from "node:net";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { createFrameConnection } from "../../src-preload/contract/frame-connection.ts";
import type { Host } from "../host.ts";
import { text } from "../words.ts";
import { createLinePort } from "./line-port.ts";
import { socketPathOf } from "./owner-file.ts";

/** A connection over a socket to the owner of a home. */
export function connectionOver(socket: Socket): Connection {
  return createFrameConnection(createLinePort(socket), text("contract.disconnected"));
}

/** One more to the owner that there is; it closes at once where there is none. */
export function connectToOwner({ paths, platform }: Pick<Host, "paths" | "platform">): Connection {
  return connectionOver(connect(socketPathOf(paths.home, platform)));
}
