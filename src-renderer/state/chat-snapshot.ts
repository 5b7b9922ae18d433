import { type BudgetScope, budgetScopeOf } from "../../src-preload/contract/budget-error.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { MessageError } from "../../src-preload/contract/records.ts";
import { reduceRun } from "../../src-preload/contract/reducers/run.ts";
import { reduceSession, type SessionView, sessionViewOf } from "../../src-preload/contract/reducers/session.ts";
import type { RunView } from "../../src-preload/contract/run-view.ts";
import type { SessionDetail, SessionSummary } from "../../src-preload/contract/session.ts";

/** What is in force in a chat; null is the default, also while a chat that just began is read for the first time. */
export interface ChatFacts {
  readonly model: string | null;
  readonly mode: SessionDetail["mode"] | null;
  readonly workFolder: string | null;
  /** The agent profile that works in it. */
  readonly profile: string | null;
  /** The skill that the chat tries, which is all that it has. */
  readonly onlySkill: string | null;
  /** The last run, where the end of the process cut it off. */
  readonly interrupted: RunId | null;
  /** The last run was stopped by the person. */
  readonly stopped: boolean;
  /** Why the last run failed. */
  readonly failure: MessageError | null;
  /** The limit that stopped the last run. */
  readonly overBudget: BudgetScope | null;
}

/** What is shown of a chat. */
export interface ShownChat {
  readonly key: SessionKey;
  readonly view: SessionView;
  readonly facts: ChatFacts;
}

/** A chat as it was read; `early` came while the snapshot was on its way. */
export function chatOf(detail: SessionDetail, early: readonly PerchEvent[], filesChanged: number): ShownChat {
  const { key } = detail.summary;
  const { model, mode, workFolder, profile, onlySkill, lastRun } = detail;
  const interrupted = lastRun.kind === "interrupted" ? lastRun.runId : null;
  const stopped = lastRun.kind === "ended" && lastRun.reason === "stopped";
  const failure = lastRun.kind === "ended" && lastRun.reason === "error" ? (lastRun.error ?? null) : null;
  const overBudget = lastRun.kind === "ended" ? budgetScopeOf(lastRun.error) : null;
  const seen = { model, mode, workFolder, profile, onlySkill, interrupted, stopped, failure, overBudget };
  const later = early.filter((event) => event.seq > detail.seq && isOf(event, key));
  // A run may have begun and ended before the snapshot, which knows only one that is on.
  const before = early.filter((event) => event.seq <= detail.seq && isOf(event, key));
  const ended = before.reduce<RunView | null>(reduceRun, null);
  const run = detail.run ?? (ended?.end === null ? null : ended);
  const view = early.reduce(reduceSession, { ...sessionViewOf(detail), run, filesChanged });
  return { key, view, facts: later.reduce(applyToFacts, seen) };
}

/** A chat that just began, from its events alone. */
export function createdChat(summary: SessionSummary, events: readonly PerchEvent[]): ShownChat {
  const empty: SessionView = {
    summary,
    messages: [],
    hasEarlier: false,
    approvals: [],
    queue: [],
    queuePaused: false,
    run: null,
    workFolder: "",
    filesChanged: 0,
    stale: false,
    seq: -1,
  };
  const facts = { model: null, mode: null, workFolder: null, profile: null, onlySkill: null, ...nothingWrong };
  return { key: summary.key, view: events.reduce(reduceSession, empty), facts };
}

export function isOf(event: PerchEvent, key: SessionKey): boolean {
  return "sessionKey" in event && event.sessionKey === key;
}

export function applyToFacts(facts: ChatFacts, event: PerchEvent): ChatFacts {
  if (event.type === "run-start") return { ...facts, ...nothingWrong };
  if (event.type === "session-changed") {
    const { model = null, mode = null, workFolder = null, profile = null, onlySkill = null } = event.chosen;
    return { ...facts, model, mode, profile, onlySkill, workFolder: workFolder ?? facts.workFolder };
  }
  if (event.type !== "run-end") return facts;
  const failure = event.reason === "error" ? (event.error ?? null) : null;
  return { ...facts, stopped: event.reason === "stopped", failure, overBudget: budgetScopeOf(event.error) };
}

const nothingWrong = { interrupted: null, stopped: false, failure: null, overBudget: null } as const;
