import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { Decided } from "../policy/approvals.ts";
import type { Session } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import { type CallsOfReply, replanCalls } from "./planned-call.ts";
import type { RunEnding } from "./run-ending.ts";
import { errorEnd, stoppedEnd } from "./run-ends.ts";
import type { RunSlot } from "./run-slot.ts";
import type { RunStarter } from "./run-starter.ts";

/** A run with a call that waits for a decision, whose process has ended. */
export interface SuspendedRun {
  readonly isThere: boolean;
  /** Goes on with calls that were decided; nothing happens while another call of the run waits. */
  goOn(): AsyncResult<void>;
  /** Ends it as stopped. False when there is none. */
  stop(): AsyncResult<boolean>;
}

/** The caller makes sure that nothing else happens to the session meanwhile. */
export interface SuspendedRunParts {
  readonly session: Session;
  readonly slot: RunSlot;
  readonly ending: RunEnding;
  readonly starter: RunStarter;
}

export function createSuspendedRun({ session, slot, ending, starter }: SuspendedRunParts): SuspendedRun {
  function callsOf(messageId: string, decisions: ReadonlyMap<string, Decided>): CallsOfReply | null {
    const message = session.context.findLast((row) => row.id === messageId);
    if (message?.role !== "assistant") return null;
    const open = new Set(session.openCalls.map((call) => call.callId));
    return { message, calls: replanCalls(message, open, decisions) };
  }

  function decisions(): ReadonlyMap<string, Decided> {
    const rows = session.decidedApprovals.map(
      ({ approval, decision, note }) =>
        [approval.callId, { decision, ...(note === undefined ? {} : { note }) }] as const,
    );
    return new Map<string, Decided>(rows);
  }

  return {
    get isThere() {
      return !slot.isOn && session.pendingApprovals.length > 0;
    },
    async goOn() {
      const decided = session.decidedApprovals[0];
      // With a second one still open the run would ask for it again.
      if (slot.isOn || session.pendingApprovals.length > 0 || decided === undefined) return ok(undefined);
      const { runId, messageId } = decided.approval;
      const suspended = callsOf(messageId, decisions());
      if (suspended === null) return fail(contractError("not-found", text("approval.notFound")));
      const opened = await starter.open(runId, {});
      if (!opened.ok) {
        const closed = await ending.close(runId, errorEnd(opened.error));
        return closed.ok ? opened : closed;
      }
      starter.launch(opened.value, suspended, true);
      return ok(undefined);
    },
    async stop() {
      const waiting = session.pendingApprovals[0];
      if (slot.isOn || waiting === undefined) return ok(false);
      const closed = await ending.close(waiting.runId, stoppedEnd());
      return closed.ok ? ok(true) : closed;
    },
  };
}
