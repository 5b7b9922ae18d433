import type { Connection } from "../../src-preload/contract/connection.ts";
import type { ApprovalDecision } from "../../src-preload/contract/records.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import { text } from "../settings/text.ts";
import type { CliContext } from "./context.ts";

export interface TypedDecision {
  readonly decision: ApprovalDecision;
  readonly note?: string;
}

/** `y` allows; `n`, nothing or a reason denies. */
export function readDecision(typed: string): TypedDecision {
  const word = typed.trim();
  if (/^(y|yes)$/i.test(word)) return { decision: "allow-once" };
  if (word === "" || /^(n|no)$/i.test(word)) return { decision: "deny" };
  return { decision: "deny", note: word };
}

/** The card of an approval as lines of text. */
export function approvalLines(approval: PendingApproval, ownSession: string | null): readonly string[] {
  const { subject, sessionKey } = approval;
  const title = text("cli.askTitle", { title: subject.title, where: subject.where });
  const other =
    ownSession === sessionKey || ownSession === null ? "" : ` ${text("cli.askOther", { session: sessionKey })}`;
  const body = subject.body.split("\n");
  const shown = body.slice(0, 20).map((line) => `  ${line}`);
  const more = body.length > shown.length ? [`  ${text("cli.moreLines", { count: body.length - shown.length })}`] : [];
  return [`? ${title}${other}`, ...shown, ...more];
}

/** Asks on the terminal of a one-message call; whoever answers first, here or elsewhere, decides. */
export async function askOnTerminal(
  approval: PendingApproval,
  connection: Connection,
  context: CliContext,
): Promise<void> {
  for (const line of approvalLines(approval, null)) context.say(line);
  const { createInterface } = await import("node:readline/promises");
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const decided = readDecision(await prompt.question(text("cli.askAllow")));
    const answered = await connection.request("approval.answer", { approvalId: approval.approvalId, ...decided });
    if (!answered.ok) context.say(answered.error.message);
  } finally {
    prompt.close();
  }
}
