import type { MessageId } from "../../src-preload/contract/ids.ts";
import type { Earlier } from "../../src-preload/contract/past.ts";
import type { Message, SessionRecord } from "../../src-preload/contract/records.ts";
import { isMarker } from "../../src-preload/contract/records.ts";
import { boundaryOf } from "../storage/session-file/boundary.ts";
import { isTurnStart } from "../storage/session-file/branch-reader.ts";

/**
 * The tip after these records when each message follows the one before it; undefined when one of them leaves the branch.
 * `has` tells a message that is in the file already and counts no second time.
 */
export function tipAfter(
  records: readonly SessionRecord[],
  tip: MessageId | null,
  has: (id: MessageId) => boolean,
): MessageId | null | undefined {
  let next = tip;
  for (const record of records) {
    if (isMarker(record)) {
      if (record._type === "head" && record.messageId !== next) return undefined;
    } else if (!has(record.id)) {
      if (record.parentId !== next) return undefined;
      next = record.id;
    }
  }
  return next;
}

/** How records that leave the active branch hang on the file. */
export interface BranchPlan {
  /** The tip after them. */
  readonly tip: MessageId | null;
  /** The message of the file that the new branch begins below; null for a new root. */
  readonly base: MessageId | null;
  /** The new messages of the new branch, oldest first. */
  readonly added: readonly Message[];
  /** Messages of the file that the records name as a parent or a tip. */
  readonly references: readonly MessageId[];
}

export function planBranch(
  records: readonly SessionRecord[],
  tip: MessageId | null,
  has: (id: MessageId) => boolean,
): BranchPlan {
  const fresh = new Map<MessageId, Message>();
  const references = new Set<MessageId>();
  let next = tip;
  const refer = (id: MessageId | null): void => {
    if (id !== null && !fresh.has(id)) references.add(id);
  };
  for (const record of records) {
    if (isMarker(record)) {
      if (record._type !== "head") continue;
      refer(record.messageId);
      next = record.messageId;
    } else if (!has(record.id) && !fresh.has(record.id)) {
      refer(record.parentId);
      fresh.set(record.id, record);
      next = record.id;
    }
  }
  const added: Message[] = [];
  let base = next;
  for (let message = base === null ? undefined : fresh.get(base); message !== undefined; ) {
    added.push(message);
    base = message.parentId;
    message = base === null ? undefined : fresh.get(base);
  }
  return { tip: next, base, added: added.reverse(), references: [...references] };
}

/** Cuts off what a marker says has left the context. */
export function withoutLeft(context: readonly Message[], records: readonly SessionRecord[]): readonly Message[] {
  let kept = context;
  for (const record of records) {
    const id = boundaryOf(record)?.id;
    const at = id === undefined ? -1 : kept.findIndex((message) => message.id === id);
    if (at >= 0) kept = kept.slice(at + 1);
  }
  return kept;
}

/** What stands before the context after these records; `present` where none of them moves its boundary. */
export function earlierAfter(
  present: Earlier,
  context: readonly Message[],
  records: readonly SessionRecord[],
): Earlier {
  const boundaries = records.map(boundaryOf).filter((boundary) => boundary !== null);
  // One of another branch says nothing of this one.
  const own = boundaries.findLast(({ id }) => context.some((message) => message.id === id));
  return own === undefined ? present : own.earlier;
}

/**
 * Lets old turns go when there are three times as many messages as asked for: seldom, since each time costs a cache.
 * The last reply stays: its calls may be open.
 */
export function trimContext(context: readonly Message[], window: number): readonly Message[] {
  if (context.length <= window * 3) return context;
  const lastReply = context.findLastIndex((message) => message.role === "assistant");
  for (let at = Math.min(context.length - window, lastReply); at > 0; at -= 1) {
    const message = context[at];
    if (message !== undefined && isTurnStart(message)) return context.slice(at);
  }
  return context;
}

/** As it stands in the file. */
export function lineOf(record: SessionRecord): string {
  return JSON.stringify(record);
}
