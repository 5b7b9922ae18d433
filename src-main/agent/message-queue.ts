import type { MessageId } from "../../src-preload/contract/ids.ts";
import type { MarkerOf, QueuedMessage } from "../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { SendReceipt } from "../../src-preload/contract/route-outputs.ts";
import type { InboundMessage } from "../bus/message-bus.ts";
import type { Session } from "../sessions/session-store.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import type { RecordMint } from "./records.ts";
import type { Steering } from "./turn.ts";
import { withContext } from "./turn-context.ts";

/** The maximum number of messages that are taken into a running turn at once. */
const maxInjected = 3;

/** Messages that came while a turn was on. They lie in the session's file until they are taken in. */
export interface MessageQueue extends Steering {
  readonly paused: boolean;
  add(message: InboundMessage): AsyncResult<SendReceipt>;
  /** The message whose turn is next; null when there is none or the queue is paused. It leaves the queue when it is saved. */
  next(): QueuedMessage | null;
  /** Announces that the next message left the queue, because its turn has begun. */
  taken(): void;
  pause(paused: boolean): void;
  /**
   * Records for the append that begins a turn. What was to steer a run that was stopped, or that a dead process had, waits
   * as the queued ones do: nobody said yet that it is still wanted. `starting` is the message that begins.
   */
  heldBack(starting: MessageId | null): readonly MarkerOf<"queued" | "queue-order">[];
  /** The new order; what is not named leaves the queue. */
  reorder(ids: readonly MessageId[]): AsyncResult<readonly QueuedMessage[]>;
  edit(id: MessageId, content: string): AsyncResult<readonly QueuedMessage[]>;
}

export function createMessageQueue(
  deps: Pick<
    AgentDependencies,
    "events" | "host" | "ids" | "journal" | "mentions" | "meter" | "models" | "recall" | "running" | "skills" | "tools"
  >,
  records: RecordMint,
  session: Session,
): MessageQueue {
  let paused = false;

  function tell(): void {
    const { queue, key: sessionKey } = session;
    deps.events.publish({ topic: "session", type: "queue-changed", sessionKey, queue, paused });
  }

  async function rewrite(order: readonly MessageId[], entries: readonly QueuedMessage[]) {
    const written = await deps.journal.append(session, () => [
      ...entries.map((entry) => records.queued(entry)),
      records.queueOrder(order),
    ]);
    if (!written.ok) return written;
    tell();
    return ok(session.queue);
  }

  return {
    get paused() {
      return paused && session.queue.length > 0;
    },
    get waiting() {
      return session.queue.some((entry) => entry.whenBusy === "steer");
    },
    async add({ id = deps.ids.message(), content, media, senderId: sender, metadata, ...origin }) {
      const { whenBusy, whenAsked, place, mode } = metadata;
      // A pause holds what was there; it ends with it.
      if (session.queue.length === 0) paused = false;
      const more = { ...(mode === undefined ? {} : { mode }), ...originOf(origin) };
      const asked = { whenBusy, whenAsked, ...more };
      const entry: QueuedMessage = { id, content, media: [...media], sender, place, ...asked };
      const written = await deps.journal.append(session, () => [records.queued(entry)]);
      if (!written.ok) return written;
      tell();
      return ok({ kind: whenBusy === "steer" ? "steered" : "queued", messageId: entry.id });
    },
    async inject(run: RunContext) {
      const entries = session.queue.filter((entry) => entry.whenBusy === "steer").slice(0, maxInjected);
      const messages = await Promise.all(
        entries.map(({ id, content, media = [], sender = "user", place = "", ...origin }) =>
          withContext(deps, run, { id, content, media, sender, place, ...originOf(origin) }),
        ),
      );
      const written = await deps.journal.append(
        session,
        (head) => {
          let parent = head;
          return messages.map((message) => {
            const record = records.user(parent, run.runId, message);
            parent = record.id;
            return record;
          });
        },
        run.runId,
      );
      if (!written.ok) return written;
      await deps.running.told(session.key);
      tell();
      return ok(undefined);
    },
    next: () => (paused ? null : (session.queue[0] ?? null)),
    taken: tell,
    pause(next) {
      const changed = next && session.queue.length === 0 ? false : next;
      if (changed === paused) return;
      paused = changed;
      tell();
    },
    heldBack(starting) {
      const { queue } = session;
      const isPaused = paused && queue.length > 0;
      const held = isPaused ? queue.filter((entry) => entry.whenBusy === "steer" && entry.id !== starting) : [];
      if (held.length === 0) return [];
      const waiting = held.map((entry) => records.queued({ ...entry, whenBusy: "queue" }));
      return [...waiting, records.queueOrder(queue.map((entry) => entry.id))];
    },
    reorder(ids) {
      const known = ids.filter((id) => session.queue.some((entry) => entry.id === id));
      return rewrite(known, []);
    },
    edit(id, content) {
      const order = session.queue.map((entry) => entry.id);
      return rewrite(
        order,
        session.queue.flatMap((entry) => (entry.id === id ? [{ ...entry, content }] : [])),
      );
    },
  };
}

type Origin = Pick<QueuedMessage, "prompt" | "report" | "untrusted">;

/** Who wrote the words of a message, where that was no person; fields that are left out are none that are undefined. */
export function originOf({ prompt, report, untrusted }: Origin) {
  return {
    ...(prompt === undefined ? {} : { prompt }),
    ...(report === undefined ? {} : { report }),
    ...(untrusted === undefined ? {} : { untrusted }),
  };
}
