import type { MessageId } from "../../src-preload/contract/ids.ts";
import { interruptedCode, type Message } from "../../src-preload/contract/records.ts";
import type { SendReceipt } from "../../src-preload/contract/route-outputs.ts";
import type { RecordedRun } from "../storage/session-file/derived-state.ts";

/** The state of a message whose sender asks again, because the owner process that accepted it has ended. */
export type Standing =
  | { readonly kind: "unknown" }
  | { readonly kind: "queued" }
  /** Its turn is the newest one: on, or cut off by the end of a process. */
  | { readonly kind: "latest" }
  /** Its turn was cut off, and other turns came since. */
  | { readonly kind: "left" }
  | { readonly kind: "answered"; readonly receipt: SendReceipt };

export interface ChatState {
  readonly context: readonly Message[];
  readonly queue: readonly { readonly id: MessageId }[];
  readonly lastRun: RecordedRun;
}

/** The end of a process cut the last run off, and nobody went on with it. */
export function isCutOff(lastRun: RecordedRun): boolean {
  return lastRun.kind === "ended" && lastRun.error?.code === interruptedCode;
}

/** `isBusy`: a run is on in this process. */
export function standingOf(id: MessageId, { context, queue, lastRun }: ChatState, isBusy: boolean): Standing {
  if (queue.some((entry) => entry.id === id)) return { kind: "queued" };
  const at = context.findIndex((row) => row.id === id);
  const asked = context[at];
  if (asked === undefined) return { kind: "unknown" };
  if (asked.hidden === true) return { kind: "answered", receipt: commandAnswer(id, context[at + 1]) };
  const later = context.slice(at + 1);
  const next = later.findIndex((row, index) => beginsTurn(row, later[index - 1] ?? asked));
  if (next < 0 && (isBusy || isCutOff(lastRun))) return { kind: "latest" };
  const reply = (next < 0 ? later : later.slice(0, next)).findLast((row) => row.role === "assistant");
  if (reply === undefined && next >= 0) return { kind: "left" };
  if (reply?.error?.code === interruptedCode) return { kind: "left" };
  return { kind: "answered", receipt: endOfTurn(id, reply, next < 0 ? lastRun : { kind: "none" }) };
}

/** A message that was steered into a turn belongs to the run of what stands before it. */
function beginsTurn(row: Message, before: Message): boolean {
  return row.role === "user" && row.hidden !== true && row.runId !== before.runId;
}

function commandAnswer(messageId: MessageId, notice: Message | undefined): SendReceipt {
  return { kind: "answered", messageId, text: notice?.role === "system" ? notice.content : "" };
}

function endOfTurn(messageId: MessageId, reply: Message | undefined, lastRun: RecordedRun): SendReceipt {
  const text = reply?.content ?? "";
  if (lastRun.kind === "ended") {
    const { reason, error } = lastRun;
    return { kind: "answered", messageId, text, ended: { reason, ...(error === undefined ? {} : { error }) } };
  }
  const { error } = reply ?? {};
  const reason = error === undefined ? "answer" : "error";
  return { kind: "answered", messageId, text, ended: { reason, ...(error === undefined ? {} : { error }) } };
}
