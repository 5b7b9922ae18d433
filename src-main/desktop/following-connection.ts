import type { Connection } from "../../src-preload/contract/connection.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { Delivery, Topic } from "../../src-preload/contract/events.ts";
import { fail } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";

/** A connection that goes on with another agent: what is heard is heard of that one then, after a `reset`. */
export interface FollowingConnection extends Connection {
  /** Null: there is no agent just now, and every request answers `disconnected`. */
  follow(next: Connection | null): void;
}

interface Heard {
  readonly topics: readonly Topic[];
  readonly listener: (delivery: Delivery) => void;
}

export function createFollowingConnection(): FollowingConnection {
  let current: Connection | null = null;
  let heard: Heard | null = null;
  const gone = () => fail(contractError("disconnected", text("contract.disconnected")));

  /** What an agent that was left still says is not heard. */
  function hear(of: Connection, { topics, listener }: Heard) {
    return of.subscribe(topics, (delivery) => {
      if (current === of) listener(delivery);
    });
  }

  async function hearAgain(of: Connection, wanted: Heard): Promise<void> {
    const subscribed = await hear(of, wanted);
    if (subscribed.ok && current === of) {
      wanted.listener({ kind: "reset", epoch: subscribed.value.epoch, seq: subscribed.value.seq });
    }
  }

  return {
    request: async (route, input) => (current === null ? gone() : current.request(route, input)),
    async subscribe(topics, listener) {
      heard = { topics, listener };
      return current === null ? gone() : hear(current, heard);
    },
    follow(next) {
      current = next;
      if (next !== null && heard !== null) void hearAgain(next, heard);
    },
    // It outlives every agent that it follows.
    onClose: () => () => undefined,
    async close() {
      const closing = current;
      current = null;
      await closing?.close();
    },
  };
}
