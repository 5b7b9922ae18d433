import { isAnswer } from "../typed-answer.ts";
import type { Draft } from "./draft.ts";

/*
 * A question can end while its answer is being typed: another terminal decided, or the run is over. The keys that come then
 * were meant for it, and must neither send the draft that came back nor answer what is asked next. Pure.
 */

/** What stood at the prompt when a question went, until a line is ended or edited by other keys than those of letters. */
export interface QuestionGone {
  readonly draft: Draft;
  /** Its answer was half typed. */
  readonly hasBegun: boolean;
}

/** What stays at the prompt when Enter was meant for the question that went; null when the line is to be sent. */
export function heldBack({ draft, hasBegun }: QuestionGone, now: Draft): Draft | null {
  const typed = now.text.slice(draft.cursor, draft.cursor + now.text.length - draft.text.length);
  if (typed.trim() === "" || isAnswer(typed)) return draft;
  // A reason that goes on, or a new message: it is for the person to say.
  return hasBegun ? now : null;
}
