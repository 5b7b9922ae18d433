import type { Connection } from "../../src-preload/contract/connection.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import { text } from "../words.ts";
import type { CliContext } from "./context.ts";
import { approvalCard, approvalPrompt } from "./terminal/approval-card.ts";
import { apart, textOf } from "./terminal/styled-line.ts";
import { readAnswer, type TypedAnswer } from "./typed-answer.ts";

export interface ApprovalPlace {
  readonly connection: Connection;
  readonly context: CliContext;
  /** The row above is blank. */
  readonly isBelowBlank: boolean;
}

/**
 * Asks on the terminal of a one-message call; whoever answers first, here or elsewhere, decides. Ctrl-D denies. Resolves when
 * nothing is asked any more; `over` ends it, with the words that are said then as its reason.
 */
export async function askOnTerminal(
  approval: PendingApproval,
  { connection, context, isBelowBlank }: ApprovalPlace,
  over: AbortSignal,
): Promise<void> {
  let isShownWhole = false;
  const show = (isWhole: boolean): void => {
    isShownWhole = isWhole;
    const card = approvalCard(approval, isWhole);
    for (const shown of apart(card, isBelowBlank && !isWhole)) context.say(textOf(shown));
  };
  show(false);
  const { createInterface } = await import("node:readline");
  if (over.aborted) return;
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const closed = Promise.withResolvers<void>();
  let isAnswered = false;
  const ask = (): void => {
    prompt.setPrompt(approvalPrompt(approval, isShownWhole));
    prompt.prompt();
  };
  const close = (settling: Promise<void> | undefined): void => {
    isAnswered = true;
    closed.resolve(settling);
    prompt.close();
  };
  const answer = (decided: Omit<Extract<TypedAnswer, { kind: "decided" }>, "kind">): void => {
    const answering = connection.request("approval.answer", { approvalId: approval.approvalId, ...decided });
    close(answering.then((answered) => (answered.ok ? undefined : context.say(answered.error.message))));
  };
  /** What is printed next must not stand behind the question. */
  const endLine = (): void => context.say("");
  prompt.on("SIGINT", () => {
    endLine();
    close(connection.request("chat.stop", { sessionKey: approval.sessionKey }).then(() => undefined));
  });
  // The end of what is typed: nobody is there any more to say yes.
  prompt.on("close", () => {
    if (isAnswered) return;
    endLine();
    answer({ decision: "deny" });
  });
  prompt.on("line", (typed) => {
    const read = readAnswer(typed, approval);
    if (read.kind === "decided") {
      const { kind: _, ...decided } = read;
      answer(decided);
      return;
    }
    if (read.kind === "unclear") context.say(text("cli.askAgain"));
    else show(true);
    ask();
  });
  const end = (): void => {
    // The decision that was given here is told too.
    if (isAnswered) return;
    endLine();
    if (over.reason !== "") context.say(String(over.reason));
    close(undefined);
  };
  over.addEventListener("abort", end, { once: true });
  ask();
  await closed.promise;
  over.removeEventListener("abort", end);
}
