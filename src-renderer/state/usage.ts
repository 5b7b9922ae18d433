import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { UsageDay, UsageReport, UsageRow } from "../../src-preload/contract/usage.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Loading } from "./chats.ts";
import { createCrossing } from "./crossing.ts";
import { type Period, type PeriodKind, periodOf } from "./period.ts";

export type UsageBy = "model" | "chat" | "automation";

export interface UsageState {
  readonly kind: PeriodKind;
  /** How many periods before the one of now. */
  readonly back: number;
  readonly by: UsageBy;
  readonly loading: Loading;
  readonly error: string | null;
  /** What is shown, with the period that it tells of. */
  readonly shown: ShownUsage | null;
}

export interface ShownUsage {
  readonly kind: PeriodKind;
  readonly by: UsageBy;
  readonly period: Period;
  readonly report: UsageReport;
  /** The days of the chart: those of the period, or of the week around a single day. */
  readonly chart: { readonly period: Period; readonly days: readonly UsageDay[] };
  readonly at: number;
}

const unread: UsageState = { kind: "month", back: 0, by: "model", loading: "idle", error: null, shown: null };

/** Read again at most so often while calls come in. */
const leastMs = 1000;

/** The period, and the week around a single day for the chart. */
async function readUsage(client: AgentClient, state: UsageState): AsyncResult<ShownUsage> {
  const { kind, back, by } = state;
  const at = Date.now();
  const period = periodOf(kind, at, back);
  const report = await client.request("usage.report", { ...period, by });
  if (!report.ok) return report;
  const own = { kind, by, period, at, report: report.value };
  if (kind !== "day") return ok({ ...own, chart: { period, days: report.value.days } });
  const week = periodOf("week", period.from);
  const around = await client.request("usage.report", { ...week, by: "model" });
  return around.ok ? ok({ ...own, chart: { period: week, days: around.value.days } }) : around;
}

/** What was used in a period. Read while the place is open, and again when calls are written down. */
export function createUsage(client: AgentClient) {
  const store = createStore<UsageState>(() => unread);
  let isOpen = false;
  const crossing = createCrossing();
  let readAt = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  async function load(): Promise<void> {
    readAt = Date.now();
    store.setState({ loading: "loading" });
    const came = await crossing.ask(() => readUsage(client, store.getState()));
    if (came === null) return;
    const found = came.answer;
    if (found.ok) store.setState({ loading: "ready", error: null, shown: found.value });
    else store.setState({ loading: "failed", error: found.error.message });
  }

  function loadSoon(): void {
    if (timer !== null || !isOpen) return;
    timer = setTimeout(
      () => {
        timer = null;
        if (isOpen) void load();
      },
      Math.max(0, readAt + leastMs - Date.now()),
    );
  }

  return {
    store,
    load,
    async open(): Promise<void> {
      isOpen = true;
      await load();
    },
    /** Reads again what is shown. */
    async reset(): Promise<void> {
      if (isOpen) await load();
    },
    close(): void {
      isOpen = false;
    },
    async show(wanted: Partial<Pick<UsageState, "kind" | "back" | "by">>): Promise<void> {
      store.setState(wanted);
      await load();
    },
    csv: () => {
      const { kind, back } = store.getState();
      return client.request("usage.export", periodOf(kind, Date.now(), back));
    },
    apply(events: readonly PerchEvent[]): void {
      if (events.some(({ type }) => type === "usage-changed" || type === "settings-changed")) loadSoon();
    },
  };
}

export type Usage = ReturnType<typeof createUsage>;

const noRows: readonly UsageRow[] = [];

/** The models that were used, as far as that is shown. */
export function usedModels({ shown }: UsageState): readonly UsageRow[] {
  return shown?.by === "model" ? shown.report.rows : noRows;
}
