import { interruptedCode } from "../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { Session } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import { ledgerCallsOf } from "./ask/ledger-line.ts";
import { closeOpenCalls } from "./close-calls.ts";
import type { AgentDependencies } from "./dependencies.ts";
import type { RecordMint } from "./records.ts";
import { spendingPlace } from "./spending-place.ts";

/**
 * Closes what a process that died left open in a session: calls without a result get "interrupted", a run without an
 * end gets one. A call that waits for a decision is left waiting, and its run with it. One that was allowed and has no
 * result may have begun: it counts as interrupted.
 */
export async function recover(
  deps: Pick<AgentDependencies, "host" | "ids" | "journal" | "meter" | "models">,
  records: RecordMint,
  session: Session,
): AsyncResult<void> {
  const { lastRun } = session;
  if (lastRun.kind !== "open") return ok(undefined);
  const run = { session, runId: lastRun.runId };
  const waits = session.pendingApprovals.length > 0;
  const begun = session.decidedApprovals.flatMap(({ approval, decision }) =>
    decision === "allow-once" ? [approval.callId] : [],
  );
  const words = "Interrupted: Perch was closed before this call was done.";
  const closed = await closeOpenCalls(deps, records, run, words, waits ? new Set(begun) : undefined);
  if (waits) return closed.ok ? ok(undefined) : closed;
  if (!closed.ok) return closed;
  deps.host.log("warn", "a run was cut off by the end of the process", { key: session.key, runId: lastRun.runId });
  const counted = await deps.meter.reconcile(
    await ledgerCallsOf(session.context, spendingPlace(session, lastRun.runId), deps.models),
  );
  if (!counted.ok) return counted;
  const message = text("run.interrupted");
  const error = { code: interruptedCode, message };
  const reply = { model: session.settings.model ?? "", content: message, withCalls: false, error };
  const end = records.runEnd({ runId: lastRun.runId, reason: "error", usage: null, error });
  const written = await deps.journal.append(
    session,
    (head) => [records.assistant(deps.ids.message(), head, lastRun.runId, reply), end],
    lastRun.runId,
  );
  if (!written.ok) return written;
  deps.journal.changed(session);
  return ok(undefined);
}
