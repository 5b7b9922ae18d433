import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { Report } from "../../src-preload/contract/inbox.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import type { Jobs } from "./jobs.ts";
import { type Load, loaded } from "./load.ts";
import { isDone, type Notify } from "./notices.ts";

export interface ReportsState {
  /** Newest first. */
  readonly list: Load<{ readonly reports: readonly Report[] }>;
  /** Those that were first seen since the Inbox was opened: they are told apart as long as it is. */
  readonly fresh: readonly string[];
}

/** As many as the agent takes at once. */
const mostSeen = 500;

/** What was reported while nobody watched; in the Inbox, where it counts until it was shown there. */
export function createReports(client: AgentClient, notify: Notify, jobs: Pick<Jobs, "run">) {
  const store = createStore<ReportsState>(() => ({ list: { kind: "loading" }, fresh: [] }));
  const listing = createCrossing();
  /** Those that were in sight and may not be known as seen yet. */
  const inSight = new Set<string>();
  let isTelling = false;

  const reportsNow = (): readonly Report[] => {
    const { list } = store.getState();
    return list.kind === "ready" ? list.reports : [];
  };

  async function load(): Promise<void> {
    const came = await listing.ask(() => client.request("inbox.list", {}));
    if (came === null) return;
    store.setState({ list: loaded(came.answer, ({ reports }) => ({ reports })) });
    await tellSeen();
  }

  /** They count no more, whether that could be kept or not: it is told again with the next ones. */
  async function tellSeen(): Promise<void> {
    const saw = reportsNow().flatMap(({ id, isSeen }) => (!isSeen && inSight.has(id) ? [id] : []));
    if (saw.length === 0 || isTelling) return;
    store.setState(({ fresh }) => ({ fresh: [...new Set([...fresh, ...saw])] }));
    isTelling = true;
    const told = await client.request("inbox.seen", { ids: saw.slice(0, mostSeen) });
    isTelling = false;
    for (const id of saw) inSight.delete(id);
    if (isDone(told, notify)) await tellSeen();
  }

  /** Whether it is gone by this, and can come back. */
  async function dismiss(id: string): Promise<boolean> {
    const removed = await client.request("inbox.remove", { id });
    if (!removed.ok && removed.error.code !== "not-found") return isDone(removed, notify);
    const { list } = store.getState();
    if (list.kind === "ready") {
      store.setState({ list: { kind: "ready", reports: list.reports.filter((one) => one.id !== id) } });
    }
    return removed.ok;
  }

  return {
    store,
    load,
    dismiss,
    async restore(id: string): Promise<void> {
      if (isDone(await client.request("inbox.restore", { id }), notify)) await load();
    },
    /** One that the person has before their eyes. */
    saw(id: string): void {
      inSight.add(id);
      void tellSeen();
    },
    /** The Inbox is there; answers what ends it. */
    show: (): (() => void) => () => store.setState({ fresh: [] }),
    /** A time that was missed is made up for, and asked about no more. */
    async runNow({ id, jobId }: Report): Promise<void> {
      if (jobId === null) return;
      await jobs.run(jobId, false);
      await dismiss(id);
    },
    apply(events: readonly PerchEvent[]): void {
      if (events.some(({ type }) => type === "inbox-changed")) void load();
    },
    reset: load,
  };
}
