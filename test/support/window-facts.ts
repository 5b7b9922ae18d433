import type { PerchEvent, PerchFact } from "../../src-preload/contract/events.ts";
import { approvalIdSchema, messageIdSchema, runIdSchema, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import type { ProviderRow } from "../../src-preload/contract/providers.ts";
import type { RunEndReason } from "../../src-preload/contract/records.ts";
import type { PendingApproval, SessionDetail, SessionSummary } from "../../src-preload/contract/session.ts";
import { ledgerCallSchema, type UsageReport } from "../../src-preload/contract/usage.ts";

/** What an agent tells a window, made up: one chat with one run. */
export const key = sessionKeySchema.parse("desktop:a");
export const runId = runIdSchema.parse("run");
const inRun = { sessionKey: key, runId };

/** A fact as it is delivered. */
export function eventOf(fact: PerchFact): PerchEvent {
  return { ...fact, seq: 1, time: 1 };
}

export function rowOf(state: SessionSummary["state"], more: Partial<SessionSummary> = {}): SessionSummary {
  return {
    key,
    title: "A",
    createdAt: 1,
    updatedAt: 1,
    state,
    pinned: false,
    archived: false,
    preview: "",
    damagedLines: 0,
    missing: false,
    ...more,
  };
}

export function detailOf(more: Partial<SessionDetail> = {}): SessionDetail {
  return {
    summary: rowOf("idle"),
    model: null,
    mode: "ask",
    workFolder: "/w",
    profile: null,
    onlySkill: null,
    page: { messages: [], hasEarlier: false },
    approvals: [],
    queue: [],
    queuePaused: false,
    lastRun: { kind: "none" },
    run: null,
    seq: 0,
    ...more,
  };
}

export function approvalOf(id: string): PendingApproval {
  return {
    approvalId: approvalIdSchema.parse(id),
    messageId: messageIdSchema.parse("m"),
    callId: id,
    requestedAt: 1,
    ...inRun,
    subject: {
      tool: "exec",
      effect: "execute",
      title: id,
      body: "",
      bodyKind: "command",
      where: "/w",
      reversible: false,
      reason: "",
    },
  };
}

export function providerOf(name: string): ProviderRow {
  return {
    name,
    title: name,
    kind: "hosted",
    apiBase: null,
    key: { kind: "none" },
    keyVariable: null,
    extraHeaders: {},
    isSetUp: true,
    state: "ready",
    message: "",
  };
}

const noTotals = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  unpriced: 0,
  estimated: 0,
  localTokens: 0,
  saved: 0,
};

/** What the one chat has cost. */
export function reportOf(cost: number): UsageReport {
  const row = { ...noTotals, cost, key, title: "A", runs: 1, price: null };
  return {
    totals: { ...noTotals, cost },
    days: [],
    rows: [row],
    budgets: [],
    largestChat: null,
    largestRun: null,
    pricesOf: "2026-01-01",
  };
}

export const changed = (summary: SessionSummary): PerchFact => ({
  topic: "session",
  type: "session-changed",
  sessionKey: summary.key,
  summary,
  chosen: {},
});

export const asks = (approval: PendingApproval): PerchFact => ({
  topic: "approval",
  type: "approval-request",
  ...inRun,
  approval,
});

export const decides = ({ approvalId }: PendingApproval): PerchFact => ({
  topic: "approval",
  type: "approval-decision",
  ...inRun,
  approvalId,
  decision: "deny",
  by: "somebody",
});

export const runStarts: PerchFact = { topic: "agent", type: "run-start", ...inRun, model: "m", resumed: false };

export const runEnds = (reason: RunEndReason): PerchFact => ({
  topic: "agent",
  type: "run-end",
  ...inRun,
  reason,
  text: "",
  usage: null,
});

export const settingsChange: PerchFact = { topic: "settings", type: "settings-changed" };

export function costs(cost: number): PerchFact {
  const call = ledgerCallSchema.parse({
    _type: "call",
    time: "2026-01-01T00:00:00.000Z",
    ...inRun,
    purpose: "chat",
    model: "m",
    isLocal: false,
    inputTokens: 1,
    outputTokens: 1,
    cachedTokens: 0,
    reasoningTokens: 0,
    estimated: false,
    cost,
    firstTokenMs: null,
    durationMs: 1,
    error: null,
  });
  return { topic: "usage", type: "usage-changed", ...inRun, call };
}

export function warns(scope: "run" | "chat"): PerchFact {
  const budget = { scope, unit: "tokens", limit: 100, used: 90, share: 0.9, allowed: false } as const;
  return { topic: "usage", type: "budget-warning", ...inRun, budget, message: `${scope} warned` };
}
