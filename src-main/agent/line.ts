import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { type MessageId, messageIdSchema, type RunId } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, assertNever, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { SendReceipt } from "../../src-preload/contract/route-outputs.ts";
import type { InboundMessage } from "../bus/message-bus.ts";
import type { Session } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import type { MessageQueue } from "./message-queue.ts";
import { isCutOff, standingOf } from "./sent-before.ts";

type Receipt = Result<SendReceipt, ContractError>;

/** What the line needs of the session's agent; all of it is called while nothing else happens to the session. */
export interface LineParts {
  readonly session: Session;
  readonly queue: MessageQueue;
  activeRun(): RunId | null;
  /** A run is on, or a call waits for a decision. */
  isBlocked(): boolean;
  begin(message: InboundMessage): Promise<Receipt>;
  /** Another run from the tip as it is. */
  resume(): AsyncResult<unknown>;
  takeNext(): Promise<void>;
  /** Ends the run that is on, and nothing else. */
  abort(): void;
}

/**
 * The order in which a chat's senders have their turns, over the death of the process that had them. A sender that waits for its
 * answer names its message and sends it again to the next owner: that sets going what the dead one left, oldest first.
 */
export interface Line {
  /** Looks at what was there when this process first touched the session. */
  begin(): void;
  /** What becomes of a message that its sender named; null when it is new and nothing stands before it. */
  receive(message: InboundMessage, id: MessageId): Promise<Receipt | null>;
  /** Stops the run of this message, or takes it out of the queue. False when it is over. */
  withdraw(id: MessageId): AsyncResult<boolean>;
}

export function createLine(parts: LineParts): Line {
  const { session, queue } = parts;
  /** A process that is gone left a turn or messages behind, and nobody has gone on with them. */
  let isLeft = false;

  /** First the turn that was cut off, then what waits. A queue that a person stopped stays as it is. */
  async function goOn(): AsyncResult<unknown> {
    const hasCut = isCutOff(session.lastRun);
    if (parts.isBlocked() || !(isLeft || hasCut)) return ok(undefined);
    isLeft = false;
    queue.pause(false);
    if (hasCut) return parts.resume();
    await parts.takeNext();
    return ok(undefined);
  }

  async function join(message: InboundMessage): Promise<Receipt> {
    const added = await queue.add(message);
    if (added.ok) await goOn();
    return added;
  }

  async function latest(messageId: MessageId): Promise<Receipt> {
    const gone = await goOn();
    if (!gone.ok) return gone;
    const { lastRun } = session;
    const runId = parts.activeRun() ?? (lastRun.kind === "open" ? lastRun.runId : null);
    return runId === null ? takenBefore() : ok({ kind: "started", messageId, runId });
  }

  async function receive(message: InboundMessage, id: MessageId): Promise<Receipt | null> {
    const again = message.metadata.again === true;
    const standing = standingOf(id, session, parts.activeRun() !== null);
    switch (standing.kind) {
      case "unknown":
        if (again && (await session.message(id)).ok) return takenBefore();
        return isLeft && !parts.isBlocked() && (again || session.queue.length > 0) ? join(message) : null;
      case "queued":
        await goOn();
        return ok({ kind: "queued", messageId: id });
      case "latest":
        return latest(id);
      case "left": {
        const anew = messageIdSchema.parse(`${id}.`);
        const renamed = { ...message, id: anew };
        return (
          (await receive(renamed, anew)) ?? (parts.isBlocked() ? await queue.add(renamed) : await parts.begin(renamed))
        );
      }
      case "answered":
        return ok(standing.receipt);
      default:
        return assertNever(standing);
    }
  }

  return {
    begin() {
      isLeft = session.queue.length > 0 || isCutOff(session.lastRun);
    },
    receive,
    async withdraw(id) {
      const isBusy = parts.activeRun() !== null;
      const { kind } = standingOf(id, session, isBusy);
      if (kind === "queued") {
        const left = await queue.reorder(session.queue.map((entry) => entry.id).filter((one) => one !== id));
        return left.ok ? ok(true) : left;
      }
      if (kind !== "latest" || !isBusy) return ok(false);
      parts.abort();
      return ok(true);
    },
  };
}

/** The message is no longer in the context; it must not be answered twice. */
function takenBefore(): Receipt {
  return fail(contractError("conflict", text("chat.takenBefore")));
}
