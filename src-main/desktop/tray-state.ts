import type { Report } from "../../src-preload/contract/inbox.ts";
import { type InboxItem, inboxCount, inboxItems, isWaiting } from "../../src-preload/contract/inbox-items.ts";
import type { SessionSummary } from "../../src-preload/contract/session.ts";
import { isSubagentKey } from "../../src-preload/contract/session-key.ts";
import type { HomeFacts } from "./home-facts.ts";

export type TrayState = "idle" | "working" | "needs-you" | "paused" | "error";

/** What the tray tells of the home. */
export interface TrayFacts {
  readonly state: TrayState;
  readonly running: readonly Pick<SessionSummary, "key" | "title">[];
  /** What waits for the person, what has waited longest first. */
  readonly waiting: readonly InboxItem[];
  /** What the badge says. */
  readonly inbox: number;
  /** Until when nothing runs by itself, in ms since 1970; null: until it is ended. Undefined: it may run. */
  readonly pausedUntil: number | null | undefined;
  /** What runs by itself next. */
  readonly next: { readonly name: string | null; readonly at: number } | null;
}

const failures: ReadonlySet<Report["kind"]> = new Set(["failure", "stopped"]);

/** What waits for the person comes before what went wrong unseen, that before work, and a pause shows where nothing is on. */
export function trayFactsOf(home: HomeFacts, now: number): TrayFacts {
  const items = inboxItems(home);
  const waiting = items.filter(isWaiting);
  // What a sub-agent does is the work of the chat that asked for it.
  const running = home.chats.filter(({ key, state }) => state === "running" && !isSubagentKey(key));
  const { pause } = home;
  const isPaused = pause !== null && (pause.until === null || pause.until > now);
  const hasFailed = home.reports.some(({ kind, isSeen }) => failures.has(kind) && !isSeen);
  return {
    state: stateOf({ isNeeded: waiting.length > 0, hasFailed, isWorking: running.length > 0, isPaused }),
    running,
    waiting,
    inbox: inboxCount(items),
    pausedUntil: isPaused ? pause.until : undefined,
    next: isPaused ? null : nextOf(home, now),
  };
}

interface Standing {
  readonly isNeeded: boolean;
  readonly hasFailed: boolean;
  readonly isWorking: boolean;
  readonly isPaused: boolean;
}

function stateOf({ isNeeded, hasFailed, isWorking, isPaused }: Standing): TrayState {
  if (isNeeded) return "needs-you";
  if (hasFailed) return "error";
  if (isWorking) return "working";
  return isPaused ? "paused" : "idle";
}

/** A name that is null is the heartbeat's. */
function nextOf({ jobs, heartbeat }: HomeFacts, now: number): TrayFacts["next"] {
  const times = [
    ...jobs.map(({ job, next }) => ({ name: job.name, at: next })),
    { name: null, at: heartbeat?.next ?? null },
  ];
  const ahead = times.flatMap(({ name, at }) => (at === null || at < now ? [] : [{ name, at }]));
  return ahead.toSorted((a, b) => a.at - b.at)[0] ?? null;
}
