import type { MessageError } from "../../src-preload/contract/records.ts";
import type { SessionView } from "../../src-preload/contract/reducers/session.ts";
import { streamedWords } from "../../src-preload/contract/reducers/streamed-words.ts";

/** What the last question came to so far. */
export interface QuickAnswer {
  /** What was said in answer, also while it is being written. */
  readonly words: string;
  readonly isOn: boolean;
  /** A call waits for the person. */
  readonly needsYou: boolean;
  readonly error: Pick<MessageError, "message"> | null;
}

/** Of the turn behind the last word of the person; null before there is one. */
export function answerOf(view: SessionView): QuickAnswer | null {
  const { messages, run, approvals } = view;
  const asked = messages.findLastIndex(({ message }) => message.role === "user");
  const said = messages.slice(asked + 1).flatMap(({ message }) => (message.role === "assistant" ? [message] : []));
  const words = [...said.map(({ content }) => content), streamedWords(view)];
  const isOn = run !== null && run.end === null;
  if (asked === -1 && !isOn) return null;
  return {
    words: words.filter((part) => part.trim() !== "").join("\n\n"),
    isOn,
    needsYou: approvals.length > 0,
    error: isOn ? null : (said.at(-1)?.error ?? run?.end?.error ?? null),
  };
}

/** The question with what was in the clipboard below it, fenced so that nothing of it is taken for more. */
export function withClipboard(words: string, clipboard: string): string {
  const longest = [...clipboard.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${words}\n\n${fence}\n${clipboard}\n${fence}`;
}

/** How many lines a text has; 0 for one that shows nothing. */
export function linesOf(words: string): number {
  return words.trim() === "" ? 0 : words.trim().split(/\r\n|\r|\n/).length;
}
