import { parseSessionKey, type RunId } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { Session } from "../sessions/session-store.ts";
import { reasonOf } from "../thrown.ts";
import { text } from "../words.ts";
import { closeOpenCalls } from "./close-calls.ts";
import type { AgentDependencies } from "./dependencies.ts";
import type { RecordMint } from "./records.ts";
import { errorEnd, factsOf } from "./run-ends.ts";
import type { TurnEnd } from "./turn.ts";

/** Writes the ends of one session's runs. */
export interface RunEnding {
  /** Writes the end down and tells of it. An end that could not be written is told as the failure that it is. */
  end(runId: RunId, end: TurnEnd): Promise<void>;
  /** Ends a run that is not on in this process: its calls get a result, and it gets an end. */
  close(runId: RunId, end: TurnEnd): AsyncResult<void>;
  /** A bug in the loop ends the run, never the process. */
  crash(runId: RunId, cause: unknown): Promise<void>;
}

export function createRunEnding(
  deps: Pick<AgentDependencies, "bus" | "events" | "host" | "journal" | "meter">,
  records: RecordMint,
  session: Session,
): RunEnding {
  const { journal, events, bus, host, meter } = deps;

  async function end(runId: RunId, ending: TurnEnd): Promise<void> {
    // What a run used is in the ledger before its end is told.
    await meter.settled();
    const record = records.runEnd({ runId, reason: ending.reason, usage: ending.usage, ...factsOf(ending) });
    const written = await journal.append(session, () => [record], runId);
    if (!written.ok) host.log("error", "the end of a run was not saved", { reason: written.error.message });
    const isTold = written.ok || ending.error !== undefined;
    const told: TurnEnd = isTold ? ending : { ...ending, ...errorEnd(written.error, ending) };
    const { reason, text: content, usage } = told;
    const sessionKey = session.key;
    const at = { sessionKey, runId };
    events.publish({ topic: "agent", type: "run-end", ...at, reason, text: content, usage, ...factsOf(told) });
    journal.changed(session);
    bus.publishOutbound({ ...parseSessionKey(sessionKey), sessionKey, content, reason });
  }

  return {
    end,
    async close(runId, ending) {
      const run = { session, runId };
      const closed = await closeOpenCalls(deps, records, run, "Interrupted: the run ended before this call.");
      if (!closed.ok) return closed;
      await end(runId, ending);
      return ok(undefined);
    },
    async crash(runId, cause) {
      const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      host.log("error", "a run crashed", { runId, reason });
      const message = text("error.internal", { message: reasonOf(cause) });
      await end(runId, { reason: "error", text: message, usage: null, error: { code: "internal", message } });
    },
  };
}
