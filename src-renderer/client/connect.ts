import type { Connection } from "../../src-preload/contract/connection.ts";
import { createFrameConnection } from "../../src-preload/contract/frame-connection.ts";
import { type PageProof, signedText, ticketParameter } from "../../src-preload/contract/page-proof.ts";
import type { BridgeDelivery, DesktopBridge } from "../../src-preload/desktop-bridge.ts";
import { text } from "../ui/text.ts";
import { ShutOutError } from "./agent-client.ts";
import { pageKey, sign } from "./page-key.ts";
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
    const port = await openWebSocketPort(url.href, provePage);
    forgetTicket();
    return createFrameConnection(port, text("contract.disconnected"));
  } catch (cause) {
    if (cause instanceof ShutOutError) throw cause;
    // A socket does not tell a page why it was refused.
    const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
    throw answer?.status === 401 ? new ShutOutError("another agent, or another start of it") : cause;
  }
}

/** What the exchange of a one-time address gave to this page, in its own address. */
function ticketHere(): string | null {
  return new URL(window.location.href).searchParams.get(ticketParameter);
}

async function provePage(challenge: string): Promise<string> {
  const key = await pageKey();
  const signature = await sign(key, signedText(window.location.origin, challenge));
  const ticket = ticketHere();
  const proof: PageProof = { key: key.publicKey, signature, ...(ticket === null ? {} : { ticket }) };
  return JSON.stringify(proof);
}

/** It is used up; the address that is kept or shared is the clean one. */
function forgetTicket(): void {
  if (ticketHere() === null) return;
  window.history.replaceState(window.history.state, "", `${window.location.pathname}${window.location.hash}`);
}

/** The agent lives in the same app, or in another process that may end before the window does. */
function connectToDesktop(bridge: DesktopBridge): Connection {
  const closeListeners = new Set<() => void>();
  return {
    request: async (route, input) => trusted(await bridge.request(route, input)),
    async subscribe(topics, listener, since) {
      const hear = (delivery: BridgeDelivery): void => {
        if (delivery.kind !== "gone") listener(delivery);
        else for (const tell of closeListeners) tell();
      };
      return trusted(await bridge.subscribe(topics, hear, since));
    },
    onClose(tell) {
      closeListeners.add(tell);
      return () => void closeListeners.delete(tell);
    },
    close: async () => undefined,
  };
}

/** The agent made it and is trusted: an answer has its route's type. The one cast. */
function trusted<Value>(value: unknown): Value {
  return value as Value;
}
