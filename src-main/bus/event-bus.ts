import type { Position, Subscribed } from "../../src-preload/contract/connection.ts";
import type { Delivery, PerchEvent, PerchFact } from "../../src-preload/contract/events.ts";
import type { Clock } from "../host.ts";
import { createDeltaMerger } from "./delta-merger.ts";

/** At least so many of the latest events are kept for clients that come back. */
export const ringSize = 4096;

export interface EventSubscription extends Subscribed {
  /** Begins the delivery: first what was missed, then what comes. Call it once the answer is on its way. */
  start(): void;
  stop(): void;
}

export interface EventBus {
  /** A new text with each process. */
  readonly epoch: string;
  /** The number of the last event told. */
  readonly seq: number;
  publish(fact: PerchFact): void;
  /** Tells deltas that were held back for merging, before a snapshot is taken. */
  flush(): void;
  /** Topics that this process does not know never fire. */
  subscribe(topics: readonly string[], listener: (delivery: Delivery) => void, since?: Position): EventSubscription;
}

interface Subscriber {
  readonly topics: ReadonlySet<string>;
  deliver(delivery: Delivery): void;
}

function sameFact(fact: PerchFact): PerchFact {
  return fact;
}

type Missed = { readonly reset: true } | { readonly reset: false; readonly events: readonly PerchEvent[] };

/** `clean` sees every fact but deltas, which come clean: a delta alone does not tell what it is part of. */
export function createEventBus(clock: Clock, epoch: string, clean = sameFact): EventBus {
  const subscribers = new Set<Subscriber>();
  const ring: PerchEvent[] = [];
  let seq = 0;

  function tell(fact: PerchFact): void {
    seq += 1;
    const event: PerchEvent = { ...fact, seq, time: clock.now() };
    ring.push(event);
    if (ring.length >= ringSize * 2) ring.splice(0, ring.length - ringSize);
    for (const subscriber of subscribers) {
      if (subscriber.topics.has(event.topic)) subscriber.deliver({ kind: "event", event });
    }
  }

  const merger = createDeltaMerger(clock, tell);

  function missedSince(since: Position): Missed {
    const oldest = ring[0]?.seq ?? seq + 1;
    if (since.epoch !== epoch || since.seq > seq || since.seq < oldest - 1) return { reset: true };
    return { reset: false, events: ring.filter((event) => event.seq > since.seq) };
  }

  return {
    epoch,
    get seq() {
      return seq;
    },
    publish(fact) {
      if (fact.type === "message-delta" || fact.type === "reasoning-delta") {
        merger.add(fact);
        return;
      }
      if ("sessionKey" in fact) merger.flush(fact.sessionKey);
      tell(clean(fact));
    },
    flush: () => merger.flush(),
    subscribe(names, listener, since) {
      merger.flush();
      const wanted = new Set(names);
      const missed: Missed = since === undefined ? { reset: false, events: [] } : missedSince(since);
      const position = { epoch, seq };
      let early: Delivery[] | null = missed.reset
        ? [{ kind: "reset", ...position }]
        : missed.events.filter((event) => wanted.has(event.topic)).map((event) => ({ kind: "event", event }));
      const subscriber: Subscriber = {
        topics: wanted,
        deliver: (delivery) => (early === null ? listener(delivery) : early.push(delivery)),
      };
      subscribers.add(subscriber);
      return {
        ...position,
        reset: missed.reset,
        start() {
          const waiting = early ?? [];
          early = null;
          for (const delivery of waiting) listener(delivery);
        },
        stop: () => void subscribers.delete(subscriber),
      };
    },
  };
}
