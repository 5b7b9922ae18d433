import type { Connection } from "../../src-preload/contract/connection.ts";
import type { ApprovalDecision } from "../../src-preload/contract/records.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import { text } from "../settings/text.ts";
import type { CliContext } from "./context.ts";
import { approvalCard } from "./terminal/approval-card.ts";
import { textOf } from "./terminal/styled-line.ts";
import { readAnswer } from "./typed-answer.ts";

/** Asks on the terminal of a one-message call; whoever answers first, here or elsewhere, decides. Ctrl-D denies. */
export async function askOnTerminal(
  approval: PendingApproval,
  connection: Connection,
  context: CliContext,
): Promise<void> {
  const show = (isWhole: boolean): void => {
    for (const shown of approvalCard(approval, { ownSession: null, isWhole })) context.say(textOf(shown));
  };
  show(false);
  const { createInterface } = await import("node:readline");
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  let isAnswered = false;
  const ask = (): void => {
    prompt.setPrompt(text("cli.askAllow"));
    prompt.prompt();
  };
  const answer = (decided: { readonly decision: ApprovalDecision; readonly note?: string }): void => {
    isAnswered = true;
    prompt.close();
    void connection
      .request("approval.answer", { approvalId: approval.approvalId, ...decided })
      .then((answered) => (answered.ok ? undefined : context.say(answered.error.message)));
  };
  prompt.on("SIGINT", () => {
    isAnswered = true;
    prompt.close();
    void connection.request("chat.stop", { sessionKey: approval.sessionKey });
  });
  // The end of what is typed: nobody is there any more to say yes.
  prompt.on("close", () => {
    if (!isAnswered) answer({ decision: "deny" });
  });
  prompt.on("line", (typed) => {
    const read = readAnswer(typed);
    if (read.kind === "decided") {
      const { kind: _, ...decided } = read;
      answer(decided);
      return;
    }
    if (read.kind === "unclear") context.say(text("cli.askAgain"));
    else show(true);
    ask();
  });
  ask();
}
