import type { Connection } from "../../src-preload/contract/connection.ts";
import { createFrameConnection } from "../../src-preload/contract/frame-connection.ts";
import type { DesktopBridge } from "../../src-preload/desktop-bridge.ts";
import { text } from "../ui/text.ts";
import { ShutOutError } from "./agent-client.ts";
import { openWebSocketPort } from "./web-socket-port.ts";

declare global {
  interface Window {
    /** There in the desktop app alone. */
    readonly perch?: DesktopBridge;
  }
}

/** The connection of this page: the desktop's bridge where there is one, else the socket beside this very address. */
export async function connectToAgent(): Promise<Connection> {
  const bridge = window.perch;
  return bridge === undefined ? connectToServer() : connectToDesktop(bridge);
}

async function connectToServer(): Promise<Connection> {
  const url = new URL("/ws", window.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  try {
    return createFrameConnection(await openWebSocketPort(url.href), text("contract.disconnected"));
  } catch (cause) {
    // A socket does not tell a page why it was refused.
    const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
    throw answer?.status === 401 ? new ShutOutError("another agent, or another start of it") : cause;
  }
}

/** The agent lives in the same app: it is gone only when the window is. */
function connectToDesktop(bridge: DesktopBridge): Connection {
  return {
    request: async (route, input) => trusted(await bridge.request(route, input)),
    subscribe: async (topics, listener, since) => trusted(await bridge.subscribe(topics, listener, since)),
    onClose: () => () => undefined,
    close: async () => undefined,
  };
}

/** The agent made it and is trusted: an answer has its route's type. The one cast. */
function trusted<Value>(value: unknown): Value {
  return value as Value;
}
