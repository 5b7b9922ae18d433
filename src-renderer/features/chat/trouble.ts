import type { MessageError } from "../../../src-preload/contract/records.ts";
import { asSentence } from "../../../src-preload/contract/sentence.ts";
import { isTextKey, text } from "../../ui/text.ts";

/** What can be done about a run that did not come to its end. */
export type TroubleAct = "continue" | "again" | "connection" | "other-model";

export interface Trouble {
  readonly title: string;
  /** What is wrong, in one line; "" where the title says it all. */
  readonly cause: string;
  /** The whole of it, where the cause is not. */
  readonly details: string;
  /** The first is the one to press. */
  readonly acts: readonly TroubleAct[];
}

const acts: Readonly<Record<string, readonly TroubleAct[]>> = {
  auth: ["connection", "other-model", "again"],
  permission: ["connection", "other-model", "again"],
  quota: ["other-model", "connection", "again"],
  not_found: ["other-model", "connection", "again"],
  "no-model": ["other-model", "again"],
  context_overflow: ["other-model", "again"],
  content_filter: ["other-model", "again"],
  tool_format: ["other-model", "again"],
  bad_request: ["other-model", "again"],
  too_large: ["other-model"],
  max_tokens: ["continue", "again"],
  max_time: ["continue", "again"],
  interrupted: ["continue", "again"],
  "repeated-call": ["continue", "other-model"],
};
/** What may pass by itself. */
const passing: readonly TroubleAct[] = ["again", "other-model"];

/** The end of a run as a person reads it. `model`: the one that was asked, `provider/name`. `hasWords`: some of an answer came. */
export function troubleOf({ code, message, reason = "" }: MessageError, model: string, hasWords = false): Trouble {
  // Who answered with some words was reached.
  const key = `trouble.title.${code === "network" && hasWords ? "incomplete" : code}`;
  const cause = reason === "" ? firstSentence(message) : text("trouble.answered", { who: whoOf(model), reason });
  return {
    title: isTextKey(key) ? text(key) : text("trouble.other"),
    cause: asSentence(cause),
    details: cause === message ? "" : message,
    acts: Object.hasOwn(acts, code) ? (acts[code] ?? passing) : passing,
  };
}

/** Where the model's provider can be put right; null where its name does not tell. */
export function providerOf(model: string): string | null {
  const slash = model.indexOf("/");
  return slash > 0 ? model.slice(0, slash) : null;
}

function whoOf(model: string): string {
  return providerOf(model) ?? model;
}

/** At most so much of a message stands in one line. */
const mostChars = 160;

function firstSentence(message: string): string {
  const end = /[.!?…](?=\s)/.exec(message);
  const first = end === null ? message : message.slice(0, end.index + 1);
  return first.length <= mostChars ? first : `${first.slice(0, mostChars - 1)}…`;
}
