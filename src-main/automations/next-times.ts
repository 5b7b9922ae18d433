import { Cron } from "croner";
import type { Schedule } from "../../src-preload/contract/automations.ts";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { assertNever, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { reasonOf } from "../thrown.ts";
import { text } from "../words.ts";

const minuteMs = 60_000;
/** What is past by so much is due at once; what is older was a slip. */
const pastMs = 5 * minuteMs;

/**
 * The next times of a schedule after `after` (milliseconds since 1970), soonest first, at most `count`. An hour that a zone leaves
 * out moves to its end; one that comes twice counts once, but for what is due each hour or more often. Throws for a
 * schedule that has a `scheduleProblem`.
 */
export function nextTimes(schedule: Schedule, after: number, count: number): readonly number[] {
  switch (schedule.kind) {
    case "at": {
      const at = Date.parse(schedule.at);
      return at > after ? [at] : [];
    }
    case "every": {
      const from = Date.parse(schedule.from);
      const step = schedule.minutes * minuteMs;
      const first = Math.max(1, Math.floor((after - from) / step) + 1);
      return Array.from({ length: count }, (_, index) => from + (first + index) * step);
    }
    case "cron":
      return cronOf(schedule.expression, schedule.timezone)
        .nextRuns(count, new Date(after))
        .map((date) => date.getTime());
    default:
      return assertNever(schedule);
  }
}

/** What is wrong with a schedule that is set now, as a sentence with the next step; null where it can be kept. */
export function checkSchedule(schedule: Schedule, now: number): Result<void, ContractError> {
  const wrong = whatIsWrong(schedule, now);
  return wrong === null ? ok(undefined) : fail(contractError("invalid-input", wrong, { field: "schedule" }));
}

function whatIsWrong(schedule: Schedule, now: number): string | null {
  if (schedule.kind === "at") return Date.parse(schedule.at) >= now - pastMs ? null : text("job.schedule.past");
  const problem = scheduleProblem(schedule);
  if (problem !== null || schedule.kind === "every") return problem;
  const { expression, timezone } = schedule;
  const next = cronOf(expression, timezone).nextRun(new Date(now));
  return next === null ? text("job.schedule.never", { expression }) : null;
}

/** Why its times cannot be reckoned at all, as a sentence; null where they can. */
export function scheduleProblem(schedule: Schedule): string | null {
  if (schedule.kind !== "cron") return null;
  const { expression, timezone } = schedule;
  if (!isTimezone(timezone)) return text("job.schedule.zone", { zone: timezone });
  try {
    cronOf(expression, timezone);
    return null;
  } catch (cause) {
    return text("job.schedule.cron", { expression, reason: plainReason(reasonOf(cause)) });
  }
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function cronOf(expression: string, timezone: string): Cron {
  // Without a function nothing is started: it only reckons.
  return new Cron(expression, { timezone, paused: true, mode: "5-part" });
}

/** Without the name of the part of the library that says it. */
function plainReason(reason: string): string {
  return reason.replace(/^Cron\w+: /, "");
}
