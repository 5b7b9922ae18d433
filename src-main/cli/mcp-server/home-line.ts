import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { Delivery, Topic } from "../../../src-preload/contract/events.ts";
import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";

/** The owner of the home as the calls of a program share it. */
export interface SharedHome {
  readonly connection: Pick<Connection, "request" | "onClose">;
  /** Hears every event until the undo is called; a connection has one subscription, and calls run side by side. */
  hear(listener: (delivery: Delivery) => void): () => void;
}

/** Finds the owner when it is needed, and again after it has ended. */
export interface HomeLine {
  open(): AsyncResult<SharedHome>;
  close(): Promise<void>;
}

interface OpenedHome {
  readonly connection: Connection;
  close(): Promise<void>;
}

const topics: readonly Topic[] = ["session", "agent", "approval"];

export function createHomeLine(openHome: () => AsyncResult<OpenedHome>): HomeLine {
  let opening: AsyncResult<SharedHome> | null = null;
  let home: OpenedHome | null = null;

  async function begin(): AsyncResult<SharedHome> {
    const opened = await openHome();
    if (!opened.ok) return opened;
    const { connection } = opened.value;
    home = opened.value;
    const listeners = new Set<(delivery: Delivery) => void>();
    connection.onClose(() => {
      opening = null;
      home = null;
    });
    const subscribed = await connection.subscribe(topics, (delivery) => {
      for (const listener of listeners) listener(delivery);
    });
    if (!subscribed.ok) {
      // The next call begins anew, and two owners of one process would be in each other's way.
      await opened.value.close();
      return subscribed;
    }
    return ok({
      connection,
      hear(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    });
  }

  return {
    async open() {
      opening ??= begin();
      const mine = opening;
      const opened = await mine;
      if (!opened.ok && opening === mine) opening = null;
      return opened;
    },
    async close() {
      await opening;
      await home?.close();
    },
  };
}
