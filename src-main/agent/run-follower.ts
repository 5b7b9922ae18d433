import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { MessageError, RunEndReason } from "../../src-preload/contract/records.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { SendReceipt } from "../../src-preload/contract/route-outputs.ts";
import { nothingSpent, plus, type Spent, spentOn } from "../../src-preload/contract/spent.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { Host } from "../host.ts";

/** How a run ended, as its `run-end` tells. */
export interface RunFacts {
  readonly reason: RunEndReason;
  /** Its last words. */
  readonly text: string;
  readonly tokens: number;
  /** Dollars of the calls that were heard of; null where the price of one is not known. */
  readonly cost: number | null;
  readonly error?: MessageError | undefined;
}

/** A run is on, or waits; or the message was a command, which Perch has answered. */
export type Begun =
  | { readonly kind: Exclude<SendReceipt["kind"], "answered"> }
  | Extract<SendReceipt, { kind: "answered" }>;

type Followed =
  | { readonly kind: "ended"; readonly facts: RunFacts; readonly durationMs: number }
  | { readonly kind: "answered"; readonly text: string }
  | { readonly kind: "refused"; readonly error: ContractError }
  /** Nobody follows it any more. */
  | { readonly kind: "left" };

/** Waits for the ends of runs that Perch itself sets going, each in a chat of its own. */
export interface RunFollower extends Disposable {
  /** What came of the run that `begin` sets going in this chat. */
  follow(key: SessionKey, begin: () => AsyncResult<Begun>): Promise<Followed>;
  /** The run of this chat will not end in this process. */
  leave(key: SessionKey): void;
}

export function createRunFollower({ events, host }: { events: EventBus; host: Pick<Host, "now"> }): RunFollower {
  const waiting = new Map<SessionKey, { spent: Spent; readonly resolve: (facts: RunFacts | null) => void }>();
  const subscription = events.subscribe(["agent", "usage"], (delivery) => {
    if (delivery.kind !== "event") return;
    const { event } = delivery;
    if (event.type === "usage-changed") {
      const { sessionKey, within } = event.call;
      // What its sub-agents use is its own.
      const run = waiting.get(sessionKey) ?? (within === undefined ? undefined : waiting.get(within.sessionKey));
      if (run !== undefined) run.spent = plus(run.spent, spentOn(event.call));
    } else if (event.type === "run-end") {
      const { sessionKey, reason, text, usage, error } = event;
      const run = waiting.get(sessionKey);
      run?.resolve({ reason, text, tokens: usage?.totalTokens ?? 0, cost: run.spent.cost, error });
    }
  });
  subscription.start();

  return {
    async follow(key, begin) {
      const since = host.now();
      const { promise, resolve } = Promise.withResolvers<RunFacts | null>();
      waiting.set(key, { spent: nothingSpent, resolve });
      try {
        const begun = await begin();
        if (!begun.ok) return { kind: "refused", error: begun.error };
        if (begun.value.kind === "answered") return { kind: "answered", text: begun.value.text };
        const facts = await promise;
        return facts === null ? { kind: "left" } : { kind: "ended", facts, durationMs: host.now() - since };
      } finally {
        waiting.delete(key);
      }
    },
    leave: (key) => waiting.get(key)?.resolve(null),
    [Symbol.dispose]: () => subscription.stop(),
  };
}
