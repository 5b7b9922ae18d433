import type { Connection } from "../../src-preload/contract/connection.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
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

  async function ask(approval: PendingApproval): Promise<void> {
    const over = new AbortController();
    open.set(approval, over);
    const bringBack = progress?.giveWay();
    // What draws a card is loaded where one is needed: no start pays for it.
    const { askOnTerminal } = await import("./terminal-approval.ts");
    await askOnTerminal(approval, { connection, context, isBelowBlank: progress?.endsBlank === true }, over.signal);
    open.delete(approval);
    bringBack?.();
  }

  return (event) => {
    if (!context.isTerminal) return;
    if (event.type === "approval-request") void ask(event.approval);
    for (const [approval, over] of open) {
      const isDecided = event.type === "approval-decision" && event.approvalId === approval.approvalId;
      const isGone = event.type === "run-end" && event.runId === approval.runId;
      if (isDecided) over.abort(text("cli.answeredElsewhere", { decision: event.decision }));
      else if (isGone) over.abort("");
    }
  };
}
