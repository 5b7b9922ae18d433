import type { Connection } from "../../src-preload/contract/connection.ts";
import { createFrameConnection } from "../../src-preload/contract/frame-connection.ts";
import { text } from "../ui/text.ts";
import { openWebSocketPort } from "./web-socket-port.ts";

/** The served app: the socket beside this very page. */
export async function connectToServer(): Promise<Connection> {
  const url = new URL("/ws", window.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return createFrameConnection(await openWebSocketPort(url.href), text("contract.disconnected"));
}
