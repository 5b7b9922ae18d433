import { interruptedCode } from "../../src-preload/contract/records.ts";
import { type AsyncResult, assertNever, ok } from "../../src-preload/contract/result.ts";
import type { LastRun, SessionDetail, SessionState, SessionSummary } from "../../src-preload/contract/session.ts";
import { endedState } from "../storage/session-file/session-summary.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { inForce } from "./in-force.ts";
import type { SessionRunner } from "./session-runner.ts";

/** A snapshot of an open chat: the last page, what waits, and the number of the last event that is in it. */
export async function describeSession(
  deps: Pick<AgentDependencies, "events" | "host" | "runs" | "settings">,
  runner: SessionRunner,
  limit: number,
): AsyncResult<SessionDetail> {
  const settings = await deps.settings.current();
  if (!settings.ok) return settings;
  deps.events.flush();
  // All of one moment: the page may be read from the disk while more happens, and only messages may be told twice.
  const { session, queue } = runner;
  const now: Omit<SessionDetail, "page"> = {
    summary: summarise(runner),
    ...inForce(session.settings, settings.value, deps.host.paths.userHome),
    profile: session.settings.profile ?? null,
    onlySkill: session.settings.onlySkill ?? null,
    approvals: session.pendingApprovals,
    queue: session.queue,
    queuePaused: queue.paused,
    lastRun: lastRunOf(runner),
    run: deps.runs.view(session.key),
    seq: deps.events.seq,
  };
  const page = await session.page(limit);
  return page.ok ? ok({ ...now, page: page.value }) : page;
}

/** The row of a chat, with what only the running agent knows. */
export function summarise(runner: SessionRunner): SessionSummary {
  return { ...runner.session.summary(), state: stateOf(runner) };
}

function stateOf(runner: SessionRunner): SessionState {
  const run = lastRunOf(runner);
  switch (run.kind) {
    case "none":
      return "idle";
    case "running":
    case "waiting":
    case "interrupted":
      return run.kind;
    case "ended":
      return endedState(run, runner.session.context);
    default:
      return assertNever(run);
  }
}

function lastRunOf({ session, activeRun }: SessionRunner): LastRun {
  const waiting = session.pendingApprovals[0];
  if (waiting !== undefined) return { kind: "waiting", runId: waiting.runId };
  if (activeRun !== null) return { kind: "running", runId: activeRun };
  const { lastRun } = session;
  if (lastRun.kind !== "ended") return { kind: "none" };
  if (lastRun.error?.code === interruptedCode) return { kind: "interrupted", runId: lastRun.runId };
  return lastRun;
}
