import type { ToolStatus } from "../../src-preload/contract/records.ts";
import { asSentence } from "../../src-preload/contract/sentence.ts";
import type { Decided } from "../policy/approvals.ts";
import type { ToolResult } from "../tools/tool.ts";

/** What a call came to. */
export interface Finished {
  /** For the model. */
  readonly content: string;
  readonly status: ToolStatus;
  /** Why it is not ok, for the person. */
  readonly code?: string;
  /** What the person said to a denial. */
  readonly note?: string;
  /** The server that did not do it. */
  readonly server?: string;
  /** Who wrote what it answered, where that may be a stranger. */
  readonly untrusted?: string;
  readonly result?: ToolResult;
}

export const interrupted: Finished = {
  content: "Interrupted: the run was stopped.",
  status: "interrupted",
  code: "not-begun",
};

/** It was on its way, and may have done what it was to do. */
export const cutOff: Finished = {
  content:
    "Interrupted: the run was stopped while this call was on its way. It is not known whether it was done: look before you do it again.",
  status: "interrupted",
  code: "cut-off",
};

/** Null: it was allowed. */
export function afterDecision({ decision, note }: Decided): Finished | null {
  if (decision === "allow-once") return null;
  const words = note?.trim() ?? "";
  const said = words === "" ? "" : ` They said: ${asSentence(words)}`;
  return {
    content: `The user denied this call.${said} Do not try the same in another way.`,
    status: "denied",
    code: "denied",
    ...(words === "" ? {} : { note: words }),
  };
}
