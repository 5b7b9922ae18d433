import type { Job, JobMetrics, JobRunRecord } from "../../src-preload/contract/automations.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { nothingSpent, plus, type Spent, spentOn } from "../../src-preload/contract/spent.ts";
import type { Host } from "../host.ts";
import { dayWords } from "../local-day.ts";
import type { DecisionLog } from "../policy/decision-log.ts";
import type { RuleStore } from "../policy/rule-store.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { Meter } from "../usage/meter.ts";
import { text } from "../words.ts";
import { runFigures } from "./run-figures.ts";
import type { Scheduler } from "./scheduler.ts";
import { iso } from "./slot-book.ts";
import type { SlotLog } from "./slot-log.ts";

/** What came of runs of jobs, once they are over. */
export interface LookBack {
  metrics(jobs: readonly Job[]): AsyncResult<JobMetrics>;
  /** The last run of the job unless another is named; `not-found` where there is none. */
  record(job: Job, sessionKey: SessionKey | undefined): AsyncResult<JobRunRecord>;
}

interface LookBackParts {
  readonly host: Pick<Host, "localTime" | "now">;
  readonly slots: Pick<SlotLog, "read">;
  readonly scheduler: Pick<Scheduler, "standing">;
  readonly meter: Pick<Meter, "read">;
  readonly sessions: Pick<SessionStore, "messagesOf">;
  readonly decisions: Pick<DecisionLog, "list">;
  readonly rules: Pick<RuleStore, "list">;
}

const dayMs = 24 * 3_600_000;
const metricsMs = 30 * dayMs;
/** So many of the newest decisions are looked through for those of a run. */
const mostDecisions = 1000;

export function createLookBack(parts: LookBackParts): LookBack {
  const { host, scheduler } = parts;

  /** By the day of the person: it may have begun in the month before by the clock of the ledger. */
  async function spentToday(): AsyncResult<Spent> {
    const now = host.now();
    const today = dayWords(host.localTime(now));
    let spent = nothingSpent;
    const months = [...new Set([now - dayMs, now].map((time) => iso(time).slice(0, 7)))];
    const read = await parts.meter.read((line) => {
      if (line._type !== "call" || line.purpose !== "automation") return;
      if (dayWords(host.localTime(Date.parse(line.time))) !== today) return;
      spent = plus(spent, spentOn(line));
    }, months);
    return read.ok ? ok(spent) : read;
  }

  async function stepsOf(key: SessionKey): Promise<number> {
    let steps = 0;
    // A run that was just begun, and one of a reminder, has no chat.
    await parts.sessions.messagesOf(key, ({ role }) => {
      if (role === "tool") steps += 1;
    });
    return steps;
  }

  return {
    async metrics(jobs) {
      const since = host.now() - metricsMs;
      const lines = await parts.slots.read();
      if (!lines.ok) return lines;
      const today = await spentToday();
      if (!today.ok) return today;
      return ok({ since, ...runFigures(lines.value, jobs, since), today: today.value });
    },
    async record(job, wanted) {
      const { runs } = await scheduler.standing(job);
      const run = wanted === undefined ? runs[0] : runs.find(({ sessionKey }) => sessionKey === wanted);
      if (run === undefined) return fail(contractError("not-found", text("job.noRun")));
      const { sessionKey, trigger, due, begunAt, end } = run;
      const decisions = await parts.decisions.list({ limit: mostDecisions });
      if (!decisions.ok) return decisions;
      const rules = await parts.rules.list();
      return ok({
        sessionKey,
        trigger,
        due,
        begunAt,
        end,
        steps: await stepsOf(sessionKey),
        decisions: decisions.value
          .filter((line) => line.sessionKey === sessionKey && (line.by === "person" || line.by === "rule"))
          .toReversed(),
        grants: rules.ok ? rules.value.filter(({ scope }) => scope.kind === "job" && scope.jobId === job.id) : [],
      });
    },
  };
}
