import type { Delivery } from "../../src-preload/contract/events.ts";
import type { EventSubscription } from "../bus/event-bus.ts";
import type { Caller } from "./router.ts";

export interface CallerIdentity {
  readonly channel: string;
  readonly senderId: string;
  readonly place: string;
}

export interface HeldCaller extends Caller {
  /** Begins the delivery of a new subscription; call it once the answer has left. */
  startEvents(): void;
}

/** The agent's view of one connection: who it is, and its one subscription. */
export function createCaller(identity: CallerIdentity, deliver: (delivery: Delivery) => void): HeldCaller {
  let held: EventSubscription | null = null;
  let started = true;
  return {
    ...identity,
    deliver,
    hold(subscription) {
      held?.stop();
      held = subscription;
      started = subscription === null;
    },
    startEvents() {
      if (started) return;
      started = true;
      held?.start();
    },
  };
}
