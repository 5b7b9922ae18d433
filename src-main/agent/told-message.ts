import type { MessageId } from "../../src-preload/contract/ids.ts";
import { revealLine } from "../../src-preload/contract/reveal-controls.ts";
import type { Report, UserText } from "./records.ts";

/** `id`: it is told once under it. `signal` ends the waiting for a run that is on. */
export interface TellOptions {
  readonly id?: MessageId;
  readonly signal?: AbortSignal;
}

/** A message that no person wrote, with what says so to the model. */
export function toldMessage(content: string, report: Report): UserText {
  const turnContext = `[No person wrote this message: ${originWords(report)}]`;
  return { content, report, turnContext, sender: "job", place: "automation" };
}

function originWords({ name: given, from }: Report): string {
  const name = revealLine(given);
  if (from === "chat") return `it was sent by the agent in the chat “${name}”.`;
  if (from === "inbox") return `it is “${name}” as it was reported; the user answers it.`;
  return `it is what the job “${name}” brought, which ran by itself.`;
}
