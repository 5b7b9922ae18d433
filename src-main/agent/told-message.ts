import type { MessageId } from "../../src-preload/contract/ids.ts";
import type { ReportOrigin } from "../../src-preload/contract/origins.ts";
import { revealLine } from "../../src-preload/contract/reveal-controls.ts";
import { isSubagentKey } from "../../src-preload/contract/session-key.ts";
import type { UserText } from "./records.ts";

/** Where a message comes from that no person wrote, and who else wrote of it; null: nobody. */
export type Told = ReportOrigin & { readonly stranger: string | null };

/** `id`: it is told once under it. `signal` ends the waiting for a run that is on. */
export interface TellOptions {
  readonly id?: MessageId;
  readonly signal?: AbortSignal;
}

/** A message that no person wrote, with what says so to the model. */
export function toldMessage(content: string, { stranger, name, sessionKey, from }: Told): UserText {
  const report = { name, sessionKey, ...(from === undefined ? {} : { from }) };
  const untrusted = stranger === null ? {} : { untrusted: stranger };
  return { content, report, ...untrusted, turnContext: reportFrame(report), sender: "job", place: "automation" };
}

/** Says to the model whose words a message holds that no person wrote. */
export function reportFrame(origin: ReportOrigin): string {
  return `[No person wrote this message: ${originWords(origin)}]`;
}

function originWords({ name: given, sessionKey, from }: ReportOrigin): string {
  const name = revealLine(given);
  if (from === "chat") return `it was sent by the agent in the chat “${name}”.`;
  if (from === "inbox") return `it is “${name}” as it was reported; the user answers it.`;
  if (sessionKey !== null && isSubagentKey(sessionKey)) {
    return `it is what came of the sub-agent “${name}”, which you asked for.`;
  }
  return `it is what the job “${name}” brought, which ran by itself.`;
}
