import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { ContextReport } from "../../src-preload/contract/window.ts";
import type { Session } from "../sessions/session-store.ts";
import { createAsk } from "./ask/ask.ts";
import { createContextBuilder } from "./context-builder.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import type { MessageQueue } from "./message-queue.ts";
import { createNoRoomTeller } from "./no-room.ts";
import type { CallsOfReply } from "./planned-call.ts";
import { previewRequest } from "./preview-request.ts";
import type { RecordMint } from "./records.ts";
import type { RunEnding } from "./run-ending.ts";
import { cutOff } from "./run-ends.ts";
import { createToolCalls } from "./tool-calls.ts";
import { runTurn } from "./turn.ts";
import { factsForTools } from "./turn-tools.ts";

/** Executes the runs of one session, and knows what their requests were made of. */
export interface RunExecution {
  /** A whole run, its end written. `suspended`: the calls it goes on with. `isResumed`: no message begins it. Never throws. */
  execute(run: RunContext, suspended: CallsOfReply | null, isResumed: boolean): Promise<void>;
  /** What the last request was made of; before the first one, what would be sent now. */
  report(): AsyncResult<ContextReport>;
}

export interface RunExecutionParts {
  readonly session: Session;
  readonly queue: MessageQueue;
  readonly ending: RunEnding;
  /** True when a run ends because Perch is being closed, not because a person stopped it. */
  isCutOff(): boolean;
}

export function createRunExecution(
  deps: AgentDependencies,
  records: RecordMint,
  { session, queue, ending, isCutOff }: RunExecutionParts,
): RunExecution {
  const context = createContextBuilder(deps);
  const tellNoRoom = createNoRoomTeller(deps, records);

  async function execute(run: RunContext, suspended: CallsOfReply | null, resumed: boolean): Promise<void> {
    using clock = run.clock;
    clock.start();
    const at = { sessionKey: session.key, runId: run.runId };
    deps.events.publish({ topic: "agent", type: "run-start", ...at, model: run.model.id, resumed });
    deps.journal.changed(session);
    await deps.tools.ready(run.settings, run.signal);
    await context.beginTurn(run, await factsForTools(deps, run.model.id));
    await tellNoRoom(run, context.tools);
    const parts = {
      deps,
      records,
      ask: createAsk({ deps, records, context }),
      toolCalls: createToolCalls(deps, records, context.tools),
      steering: queue,
    };
    const end = await runTurn(parts, run, suspended);
    await ending.end(run.runId, isCutOff() && end.reason === "stopped" ? cutOff(end) : end);
  }

  return {
    execute: (run, suspended, isResumed) =>
      execute(run, suspended, isResumed).catch((cause: unknown) => ending.crash(run.runId, cause)),
    async report() {
      const sent = context.report();
      return sent === null ? previewRequest(deps, session) : ok(sent);
    },
  };
}
