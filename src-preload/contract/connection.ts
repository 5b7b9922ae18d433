import type { Delivery, Topic } from "./events.ts";
import type { AsyncResult } from "./result.ts";
import type { RouteCall, RouteName, RouteOutput } from "./routes.ts";

/** The last event that a client has seen. */
export interface Position {
  readonly epoch: string;
  readonly seq: number;
}

export interface Subscribed extends Position {
  /** True when events were missed: read snapshots again. */
  readonly reset: boolean;
}

/**
 * The one way to talk to an agent, over any transport. Requests never throw for what is expected; a connection that
 * is gone answers `disconnected`.
 */
export interface Connection {
  request<Route extends RouteName>(route: Route, input: RouteCall<Route>): AsyncResult<RouteOutput<Route>>;
  /**
   * One subscription a connection; a second call replaces the first. With `since`, what came after it is delivered
   * first; where that is no longer known the listener gets `reset`.
   */
  subscribe(
    topics: readonly Topic[],
    listener: (delivery: Delivery) => void,
    since?: Position,
  ): AsyncResult<Subscribed>;
  /** Called once when the other side is gone. Returns the undo. */
  onClose(listener: () => void): () => void;
  close(): Promise<void>;
}
