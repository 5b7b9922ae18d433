import type { Connection, Position } from "../../src-preload/contract/connection.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type Delivery, type PerchEvent, topics } from "../../src-preload/contract/events.ts";
import { type AsyncResult, fail } from "../../src-preload/contract/result.ts";
import type { RouteCall, RouteName, RouteOutput } from "../../src-preload/contract/routes.ts";
import { text } from "../ui/text.ts";

export type LinkState =
  | { readonly kind: "connecting" }
  | { readonly kind: "up" }
  /** Tried again by itself. */
  | { readonly kind: "lost" }
  /** Somebody is there and does not know this page; tried again too, for another page may let this browser in. */
  | { readonly kind: "shut-out" };

/** Thrown by `connect` where the agent answers and refuses. */
export class ShutOutError extends Error {}

/** What the window hears of the agent. */
export interface AgentListener {
  /** At most once a frame, in order. */
  events(events: readonly PerchEvent[]): void;
  /** Events were missed, or the agent is another process: read everything again. */
  reset(restarted: boolean): void;
  link(state: LinkState): void;
}

/** The window's one line to the agent: connects, comes back by itself, and hands over events once a frame. */
export interface AgentClient {
  request<Route extends RouteName>(route: Route, input: RouteCall<Route>): AsyncResult<RouteOutput<Route>>;
  start(listener: AgentListener): void;
  /** Tries at once, where the next try is waited for. */
  tryNow(): void;
}

/** When the page draws. */
export interface Frames {
  readonly areDrawn: boolean;
  next(run: () => void): void;
}

/** What only reads waits for a line that is lost: a page that is opened meanwhile fills when it is back. */
const readingRoutes: ReadonlySet<RouteName> = new Set<RouteName>([
  ...(["session.list", "session.open", "session.page", "approval.list", "context.describe", "settings.get"] as const),
  ...(["file.list", "file.read", "file.result", "knowledge.list", "knowledge.read"] as const),
  ...(["model.list", "provider.list", "provider.models", "provider.uses", "mcp.list", "mcp.open"] as const),
  ...(["usage.report", "usage.budgets", "system.status", "system.paths"] as const),
]);

const firstDelayMs = 250;
const longestDelayMs = 5000;

/** Events that came and are not handed over yet: at most once a frame, in order. */
function createEventQueue(frames: Frames) {
  let pending: PerchEvent[] = [];
  let isScheduled = false;
  function flush(listener: AgentListener): void {
    isScheduled = false;
    const events = pending;
    pending = [];
    if (events.length > 0) listener.events(events);
  }
  return {
    flush,
    push(event: PerchEvent, listener: AgentListener): void {
      pending.push(event);
      // A hidden tab draws no frames; its events must not pile up.
      if (!frames.areDrawn) flush(listener);
      else if (!isScheduled) {
        isScheduled = true;
        frames.next(() => flush(listener));
      }
    },
  };
}

/** Hears every event from a position on; what was missed since then cannot be told again where `reset` is true. */
async function subscribe(opened: Connection, since: Position | null, onEvent: (event: PerchEvent) => void) {
  const onDelivery = (delivery: Delivery): void => {
    if (delivery.kind === "event") onEvent(delivery.event);
  };
  const subscribed = await opened.subscribe(topics, onDelivery, since ?? undefined);
  if (!subscribed.ok) throw new Error(subscribed.error.message);
  return subscribed.value;
}

export function createAgentClient(connect: () => Promise<Connection>, frames: Frames): AgentClient {
  const { flush, push } = createEventQueue(frames);
  let connection: Connection | null = null;
  let position: Position | null = null;
  let delay = firstDelayMs;
  let heard: AgentListener | null = null;
  let nextTry: ReturnType<typeof setTimeout> | null = null;
  let isBack = Promise.withResolvers<void>();

  function deliver(event: PerchEvent, listener: AgentListener): void {
    position = position === null ? null : { ...position, seq: event.seq };
    push(event, listener);
  }

  async function open(listener: AgentListener): Promise<void> {
    const opened = await connect();
    const before = position;
    const { epoch, seq, reset } = await subscribe(opened, before, (event) => deliver(event, listener));
    if (before === null || reset) position = { epoch, seq };
    connection = opened;
    isBack.resolve();
    delay = firstDelayMs;
    opened.onClose(() => lost(listener));
    listener.link({ kind: "up" });
    if (before === null || reset) listener.reset(before !== null && before.epoch !== epoch);
  }

  function lost(listener: AgentListener): void {
    connection = null;
    isBack = Promise.withResolvers<void>();
    // They are of what was shown until now, and no part of what comes after it.
    flush(listener);
    listener.link({ kind: "lost" });
    again(listener);
  }

  function again(listener: AgentListener): void {
    nextTry = setTimeout(() => tryOpening(listener), delay);
    delay = Math.min(delay * 2, longestDelayMs);
  }

  function tryOpening(listener: AgentListener): void {
    nextTry = null;
    open(listener).catch((cause: unknown) => {
      if (cause instanceof ShutOutError) listener.link({ kind: "shut-out" });
      again(listener);
    });
  }

  return {
    async request(route, input) {
      if (connection === null && readingRoutes.has(route)) await isBack.promise;
      if (connection === null) return fail(contractError("disconnected", text("contract.disconnected")));
      const answer = await connection.request(route, input);
      // What was told before the answer is heard before it: a snapshot already holds it.
      if (heard !== null) flush(heard);
      return answer;
    },
    start(listener) {
      heard = listener;
      listener.link({ kind: "connecting" });
      open(listener).catch(() => lost(listener));
    },
    tryNow() {
      if (nextTry === null || heard === null) return;
      clearTimeout(nextTry);
      delay = firstDelayMs;
      tryOpening(heard);
    },
  };
}
