import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { SendReceipt } from "../../src-preload/contract/route-outputs.ts";
import type { InboundMessage } from "../bus/message-bus.ts";
import type { Session } from "../sessions/session-store.ts";
import type { AgentDependencies } from "./dependencies.ts";
import type { RecordMint } from "./records.ts";

interface Answered {
  /** The slash command as it came. */
  readonly message: InboundMessage;
  readonly answer: string;
}

/** Keeps a command and its answer in the chat, hidden from the model. */
export async function keepAnswer(
  { journal }: Pick<AgentDependencies, "journal">,
  records: RecordMint,
  session: Session,
  { message, answer }: Answered,
): AsyncResult<SendReceipt> {
  const { content, senderId: sender, metadata } = message;
  const appended = await journal.append(session, (head) => {
    const asked = records.user(head, null, { content, sender, place: metadata.place, hidden: true });
    return [asked, records.notice(asked.id, answer)] as const;
  });
  return appended.ok ? ok({ kind: "answered", messageId: appended.value[0].id, text: answer }) : appended;
}
