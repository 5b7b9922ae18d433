import type { McpAsk } from "../../src-preload/contract/mcp-asks.ts";
import { answerAsk } from "./answer-ask.ts";
import { AskFlow } from "./ask-flow.ts";
import { apart, textOf } from "./terminal/styled-line.ts";
import type { ApprovalPlace } from "./terminal-approval.ts";

/**
 * Asks on the terminal of a one-message call what a server wants to know; whoever answers first, here or elsewhere, does. Ctrl-D
 * gives no answer. Resolves when nothing is asked any more; `over` ends it.
 */
export async function askServerQuestion(
  ask: McpAsk,
  { connection, context, isBelowBlank }: ApprovalPlace,
  over: AbortSignal,
): Promise<void> {
  const flow = new AskFlow(ask);
  for (const shown of apart(flow.card, isBelowBlank)) context.say(textOf(shown));
  const { createInterface } = await import("node:readline");
  if (over.aborted) return;
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const closed = Promise.withResolvers<void>();
  let isDone = false;
  const show = (): void => {
    prompt.setPrompt(flow.prompt);
    prompt.prompt();
  };
  const close = (work: Promise<unknown>): void => {
    isDone = true;
    closed.resolve(work.then(() => undefined));
    prompt.close();
  };
  const send = async (answer: Parameters<typeof answerAsk>[2]): Promise<void> => {
    const wrong = await answerAsk(connection, ask, answer);
    if (wrong !== null) context.say(wrong);
  };
  prompt.on("SIGINT", () => {
    context.say("");
    close(connection.request("chat.stop", { sessionKey: ask.sessionKey }));
  });
  prompt.on("close", () => {
    if (isDone) return;
    context.say("");
    close(send({ action: "cancel", values: {} }));
  });
  prompt.on("line", (typed) => {
    const step = flow.take(typed);
    if (step.kind === "answered") return close(send(step));
    for (const shown of step.lines) context.say(textOf(shown));
    show();
  });
  const end = (): void => {
    if (isDone) return;
    context.say("");
    close(Promise.resolve());
  };
  over.addEventListener("abort", end, { once: true });
  show();
  await closed.promise;
  over.removeEventListener("abort", end);
}
