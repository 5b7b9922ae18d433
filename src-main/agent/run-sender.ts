import type { RunId } from "../../src-preload/contract/ids.ts";
import { isUnattendedKey } from "../../src-preload/contract/session-key.ts";
import type { Session } from "../sessions/session-store.ts";

/** Who sends what people write, from whichever window or terminal. */
export const person = "user";

/** Who sent the message that a run answers: its first one, or for a run that no message began the last one of the chat. */
export function senderOf({ context }: Pick<Session, "context">, runId: RunId): string {
  const first = context.find((message) => message.role === "user" && message.runId === runId);
  const message =
    first ?? context.findLast((one) => one.role === "user" && one.hidden !== true && one.report === undefined);
  return (message?.role === "user" ? message.sender : undefined) ?? person;
}

/** Whether a run began by itself: one that a person began is attended, also in the chat of one that did. */
export function isUnattendedRun({ key }: Pick<Session, "key">, sender: string): boolean {
  return isUnattendedKey(key) && sender !== person;
}
