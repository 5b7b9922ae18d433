import type { MessageId } from "../../../src-preload/contract/ids.ts";
import type { Message, SessionRecord } from "../../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import type { Session } from "../session-store.ts";
import { type ChatRecords, isImported } from "./chat-records.ts";

/** The messages of an export that the chat does not have yet, each behind its parent. */
export async function missingIn(
  session: Pick<Session, "has">,
  { messages }: ChatRecords,
): AsyncResult<readonly Message[]> {
  const missing: Message[] = [];
  for (const message of messages) {
    const has = await session.has(message.id);
    if (!has.ok) return has;
    if (!has.value) missing.push(message);
  }
  return ok(missing);
}

/**
 * What is written for them. What the person has said in the chat since stays the branch that is shown; else the shown one is
 * that of the export.
 */
export function recordsToBring(
  { title, tip }: ChatRecords,
  missing: readonly Message[],
  { head, timestamp }: { readonly head: MessageId | null; readonly timestamp: string },
): readonly SessionRecord[] {
  const named: readonly SessionRecord[] = head === null ? [{ _type: "title", timestamp, title }] : [];
  const shown = head === null || isImported(head) ? tip : head;
  const last = missing.at(-1)?.id;
  const moved: readonly SessionRecord[] = shown === last ? [] : [{ _type: "head", timestamp, messageId: shown }];
  return [...named, ...missing, ...moved];
}
