import type { SessionView } from "./session.ts";

/** What is being written and stands in no message yet; a message that is whole may be there before its stream is over. */
export function streamedWords({ messages, run }: Pick<SessionView, "messages" | "run">): string {
  const streaming = run?.streaming ?? null;
  const isWritten = messages.some(({ message }) => message.id === streaming?.messageId);
  return isWritten ? "" : (streaming?.text ?? "");
}
