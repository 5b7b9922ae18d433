import type { Position } from "./contract/connection.ts";
import type { Delivery } from "./contract/events.ts";

/** What the preload script lays into the page as `window.perch`. Answers are the contract's results. */
export interface DesktopBridge {
  request(route: string, input: unknown): Promise<unknown>;
  subscribe(topics: readonly string[], listener: (delivery: Delivery) => void, since?: Position): Promise<unknown>;
}
