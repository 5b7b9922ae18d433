import { ok } from "../../src-preload/contract/result.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { DomainHandlers } from "./router.ts";

/** `onListening` hears which topics somebody begins to listen to. */
export function createEventHandlers(
  events: EventBus,
  onListening: (topics: readonly string[]) => void,
): DomainHandlers<"events"> {
  return {
    async "events.subscribe"({ topics, since }, caller) {
      const subscription = events.subscribe(topics, caller.deliver, since);
      caller.hold(subscription);
      onListening(topics);
      const { epoch, seq, reset } = subscription;
      return ok({ epoch, seq, reset });
    },
    async "events.unsubscribe"(_input, caller) {
      caller.hold(null);
      return ok({});
    },
  };
}
