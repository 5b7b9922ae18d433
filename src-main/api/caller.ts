import type { Delivery } from "../../src-preload/contract/events.ts";
import type { EventSubscription } from "../bus/event-bus.ts";
import type { Caller } from "./router.ts";

export interface CallerIdentity {
  readonly channel: string;
  readonly senderId: string;
  readonly place: string;
  /** Whether a command that the agent itself runs may be at the other end; never where it is left out. */
  readonly mayBeCommand?: () => Promise<boolean>;
}

export interface HeldCaller extends Caller {
  /** The connection is gone: lets everything go, also what comes later from a request that was still on. */
  end(): void;
  /** Begins the delivery of a new subscription; call it once the answer has left. */
  startEvents(): void;
}

/** The agent's view of one connection: who it is, and its one subscription. */
export function createCaller(identity: CallerIdentity, deliver: (delivery: Delivery) => void): HeldCaller {
  let held: EventSubscription | null = null;
  let started = true;
  let kept: Disposable | null = null;
  let isOver = false;

  function keep(resource: Disposable | null): void {
    kept?.[Symbol.dispose]();
    kept = isOver ? null : resource;
    if (isOver) resource?.[Symbol.dispose]();
  }

  function hold(subscription: EventSubscription | null): void {
    held?.stop();
    held = isOver ? null : subscription;
    if (isOver) subscription?.stop();
    started = held === null;
    if (subscription === null) keep(null);
  }

  return {
    ...identity,
    deliver,
    hold,
    keep,
    end() {
      isOver = true;
      hold(null);
    },
    startEvents() {
      if (started) return;
      started = true;
      held?.start();
    },
  };
}
