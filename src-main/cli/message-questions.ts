import type { Connection } from "../../src-preload/contract/connection.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { McpAsk } from "../../src-preload/contract/mcp-asks.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import { createLane } from "../bus/lane.ts";
import { text } from "../words.ts";
import type { CliContext } from "./context.ts";
import type { RunProgress } from "./run-progress.ts";

/** The questions of a one-message call: each stands on the terminal until it is answered, there or elsewhere. */
export function createQuestions(
  connection: Connection,
  context: CliContext,
  progress: RunProgress | null,
): (event: PerchEvent) => void {
  const open = new Map<PendingApproval, AbortController>();
  /** Several may be asked at once; the terminal asks one after the other. */
  const inTurn = createLane();

  function ask(approval: PendingApproval): void {
    const over = new AbortController();
    open.set(approval, over);
    void inTurn(() => askNow(approval, over));
  }

  async function askNow(approval: PendingApproval, over: AbortController): Promise<void> {
    if (over.signal.aborted) return void open.delete(approval);
    const bringBack = progress?.giveWay();
    // What draws a card is loaded where one is needed: no start pays for it.
    const { askOnTerminal } = await import("./terminal-approval.ts");
    await askOnTerminal(approval, { connection, context, isBelowBlank: progress?.endsBlank === true }, over.signal);
    open.delete(approval);
    bringBack?.();
  }

  const asked = new Map<string, AbortController>();

  async function askForServer(ask: McpAsk, over: AbortController): Promise<void> {
    if (over.signal.aborted) return;
    const bringBack = progress?.giveWay();
    const { askServerQuestion } = await import("./terminal-ask.ts");
    await askServerQuestion(ask, { connection, context, isBelowBlank: progress?.endsBlank === true }, over.signal);
    bringBack?.();
  }

  /** What a server asks in the middle of a call. */
  function followAsks(event: PerchEvent): void {
    if (event.type === "ask-opened") {
      const over = new AbortController();
      asked.set(event.ask.id, over);
      void inTurn(() => askForServer(event.ask, over));
    }
    if (event.type !== "ask-closed") return;
    asked.get(event.id)?.abort();
    asked.delete(event.id);
  }

  return (event) => {
    if (!context.isTerminal) return;
    followAsks(event);
    if (event.type === "approval-request") ask(event.approval);
    for (const [approval, over] of open) {
      const isDecided = event.type === "approval-decision" && event.approvalId === approval.approvalId;
      const isGone = event.type === "run-end" && event.runId === approval.runId;
      if (isDecided) over.abort(text("cli.answeredElsewhere", { decision: event.decision }));
      else if (isGone) over.abort("");
    }
  };
}
