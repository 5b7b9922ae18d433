import type { Position } from "./contract/connection.ts";
import type { Delivery } from "./contract/events.ts";

/** What a page hears: deliveries of the agent, and that this agent is gone. */
export type BridgeDelivery = Delivery | { readonly kind: "gone" };

/** What the preload script lays into the page as `window.perch`. Answers are the contract's results. */
export interface DesktopBridge {
  request(route: string, input: unknown): Promise<unknown>;
  subscribe(
    topics: readonly string[],
    listener: (delivery: BridgeDelivery) => void,
    since?: Position,
  ): Promise<unknown>;
}
