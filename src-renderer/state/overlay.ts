import { createStore } from "zustand/vanilla";
import type { JobId } from "../../src-preload/contract/automations.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { McpPrompt } from "../../src-preload/contract/mcp-offers.ts";

export type LimitsSide = "limits" | "prices";
export type AddSide = "connection" | "server";

/** What lies over the window; one that has two sides shows one of them. */
export type Overlay =
  | { readonly kind: "none" }
  /** Everything by name. */
  | { readonly kind: "palette" }
  /** Every key on one sheet. */
  | { readonly kind: "keys" }
  | { readonly kind: "limits"; readonly side: LimitsSide }
  | { readonly kind: "add"; readonly side: AddSide }
  | { readonly kind: "export"; readonly sessionKey: SessionKey; readonly title: string }
  | {
      readonly kind: "close-private";
      readonly title: string;
      /** What is lost with it. */
      readonly reason: "running" | "changes";
      readonly answer: (isClosed: boolean) => void;
    }
  | { readonly kind: "import" }
  /** A job that is changed; null: one that is made. */
  | { readonly kind: "job"; readonly id: JobId | null }
  /** How often the heartbeat looks, and what it may use. */
  | { readonly kind: "heartbeat" }
  /** What a prompt of a server wants to know. */
  | { readonly kind: "prompt"; readonly sessionKey: SessionKey; readonly prompt: McpPrompt };

/** At most one thing at a time lies over the window. */
export function createOverlay() {
  const store = createStore<Overlay>(() => ({ kind: "none" }));
  return {
    store,
    open: (overlay: Exclude<Overlay, { readonly kind: "none" }>): void => store.setState(overlay, true),
    close: (): void => store.setState({ kind: "none" }, true),
  };
}

export type OverlayControl = ReturnType<typeof createOverlay>;
