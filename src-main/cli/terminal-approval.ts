import type { Connection } from "../../src-preload/contract/connection.ts";
import type { ApprovalDecision } from "../../src-preload/contract/records.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import { text } from "../settings/text.ts";
import type { CliContext } from "./context.ts";

export type TypedAnswer =
  | { readonly kind: "decided"; readonly decision: ApprovalDecision; readonly note?: string }
  | { readonly kind: "show-all" }
  /** Neither yes nor no: asked again, since a half-typed message must not decide. */
  | { readonly kind: "unclear" };

/** `y` allows; `n` denies, with a reason behind it if there is one; `a` shows all of what is asked. */
export function readAnswer(typed: string): TypedAnswer {
  const word = typed.trim();
  if (/^(y|yes)$/i.test(word)) return { kind: "decided", decision: "allow-once" };
  if (/^(a|all)$/i.test(word)) return { kind: "show-all" };
  const denied = /^(?:n|no)(?:[\s,.:]+(.*))?$/is.exec(word);
  if (denied === null) return { kind: "unclear" };
  const note = denied[1]?.trim() ?? "";
  return { kind: "decided", decision: "deny", ...(note === "" ? {} : { note }) };
}

const firstLines = 14;
const lastLines = 6;

/** The card of an approval as lines of text: its first and its last lines, or all of them. */
export function approvalLines(
  approval: PendingApproval,
  ownSession: string | null,
  isWhole = false,
): readonly string[] {
  const { subject, sessionKey } = approval;
  const title = text("cli.askTitle", { title: subject.title, where: subject.where });
  const isOwn = ownSession === sessionKey || ownSession === null;
  const other = isOwn ? "" : ` ${text("cli.askOther", { session: sessionKey })}`;
  const body = subject.body.split("\n").map((line) => `  ${line}`);
  const left = body.length - firstLines - lastLines;
  if (isWhole || left <= 1) return [`? ${title}${other}`, ...body];
  const more = `  ${text("cli.moreLines", { count: left })}`;
  return [`? ${title}${other}`, ...body.slice(0, firstLines), more, ...body.slice(-lastLines)];
}

/** Asks on the terminal of a one-message call; whoever answers first, here or elsewhere, decides. */
export async function askOnTerminal(
  approval: PendingApproval,
  connection: Connection,
  context: CliContext,
): Promise<void> {
  for (const line of approvalLines(approval, null)) context.say(line);
  const { createInterface } = await import("node:readline");
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const ask = (): void => {
    prompt.setPrompt(text("cli.askAllow"));
    prompt.prompt();
  };
  prompt.on("SIGINT", () => {
    prompt.close();
    void connection.request("chat.stop", { sessionKey: approval.sessionKey });
  });
  prompt.on("line", (line) => {
    const answer = readAnswer(line);
    if (answer.kind === "decided") {
      prompt.close();
      const { kind: _, ...decided } = answer;
      void connection
        .request("approval.answer", { approvalId: approval.approvalId, ...decided })
        .then((answered) => (answered.ok ? undefined : context.say(answered.error.message)));
      return;
    }
    if (answer.kind === "unclear") context.say(text("cli.askAgain"));
    else for (const shown of approvalLines(approval, null, true)) context.say(shown);
    ask();
  });
  ask();
}
