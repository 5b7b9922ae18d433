import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { BeatGuard, BeatOutcome, SkipReason } from "../../src-preload/contract/heartbeat.ts";
import type { RunId } from "../../src-preload/contract/ids.ts";
import { interruptedCode } from "../../src-preload/contract/records.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import type { RunFacts } from "../agent/run-follower.ts";
import type { SessionRunner } from "../agent/session-runner.ts";

/** How the run of a beat ended. */
export interface BeatEnd {
  readonly outcome: Exclude<BeatOutcome, "nothing" | "told">;
  readonly why: BeatGuard | SkipReason | null;
  /** Why it failed, as a sentence; "" where it did not. */
  readonly reason: string;
  readonly tokens: number;
  /** US dollars; null where a model has no price. */
  readonly cost: number | null;
  readonly durationMs: number;
}

export type Left =
  | { readonly kind: "unsent" }
  | { readonly kind: "waits"; readonly runId: RunId }
  | { readonly kind: "over"; readonly runId: RunId; readonly facts: RunFacts | null };

/** What a process that is gone left of a beat; the agent has closed its open calls by now. */
export function leftOf({ session, waits }: SessionRunner, beat: string): Left {
  const message = session.context.findLast(({ id }) => id === beat);
  const runId = message?.role === "user" ? message.runId : undefined;
  if (runId === undefined) return { kind: "unsent" };
  if (waits && session.pendingApprovals.some((one) => one.runId === runId)) return { kind: "waits", runId };
  const { lastRun } = session;
  if (lastRun.kind !== "ended" || lastRun.runId !== runId) return { kind: "over", runId, facts: null };
  return {
    kind: "over",
    runId,
    facts: { reason: lastRun.reason, text: "", tokens: 0, cost: null, error: lastRun.error },
  };
}

const facts = { reason: "", tokens: 0, cost: 0, durationMs: 0 };
export const interruptedEnd: BeatEnd = { ...facts, outcome: "interrupted", why: null };
export const busyEnd: BeatEnd = { ...facts, outcome: "skipped", why: "busy" };

export function failedEnd({ message }: Pick<ContractError, "message">): BeatEnd {
  return { ...facts, outcome: "failed", why: null, reason: message };
}

/** Null where Perch was closed in the middle of it. */
export function endOf(
  { reason, tokens, error, text: said }: RunFacts,
  durationMs: number,
): Omit<BeatEnd, "cost"> | null {
  const used = { tokens, durationMs };
  const stopped = (why: BeatGuard) => ({ ...used, outcome: "stopped", why, reason: error?.message ?? "" }) as const;
  if (error?.code === interruptedCode) return null;
  switch (reason) {
    case "answer":
      return { ...used, outcome: "quiet", why: null, reason: "" };
    case "stopped":
      return stopped("person");
    case "max_iterations":
      return stopped("iterations");
    case "max_time":
      return stopped("time");
    case "max_tokens":
      return stopped("tokens");
    case "budget":
      return stopped(error?.scope === undefined ? "tokens" : "budget");
    case "error":
      if (error?.code === "repeated-call") return stopped("loop");
      if (error?.code === "empty") return stopped("empty");
      return { ...used, outcome: "failed", why: null, reason: error?.message ?? said };
    default:
      return assertNever(reason);
  }
}
