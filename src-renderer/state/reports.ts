import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { Report } from "../../src-preload/contract/inbox.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import type { Jobs } from "./jobs.ts";
import { type Load, loaded } from "./load.ts";
import { isDone, type Notify } from "./notices.ts";

interface ReportsState {
  /** Newest first. */
  readonly list: Load<{ readonly reports: readonly Report[] }>;
  /** Those that were not seen when the Inbox was opened: they are told apart as long as it is. */
  readonly fresh: readonly string[];
}

/** As many as the agent takes at once. */
const mostSeen = 500;

/** What was reported while nobody watched; in the Inbox, where it counts until it was shown there. */
export function createReports(client: AgentClient, notify: Notify, jobs: Pick<Jobs, "run">) {
  const store = createStore<ReportsState>(() => ({ list: { kind: "loading" }, fresh: [] }));
  const listing = createCrossing();
  let isShown = false;

  const reportsNow = (): readonly Report[] => {
    const { list } = store.getState();
    return list.kind === "ready" ? list.reports : [];
  };

  async function load(): Promise<void> {
    const came = await listing.ask(() => client.request("inbox.list", {}));
    if (came === null) return;
    store.setState({ list: loaded(came.answer, ({ reports }) => ({ reports })) });
    if (isShown) await tellSeen();
  }

  /** They count no more, whether that could be kept or not: it is told again with the next ones. */
  async function tellSeen(): Promise<void> {
    const unseen = reportsNow().flatMap(({ id, isSeen }) => (isSeen ? [] : [id]));
    if (unseen.length === 0) return;
    store.setState(({ fresh }) => ({ fresh: [...new Set([...fresh, ...unseen])] }));
    isDone(await client.request("inbox.seen", { ids: unseen.slice(0, mostSeen) }), notify);
  }

  async function dismiss(id: string): Promise<void> {
    const removed = await client.request("inbox.remove", { id });
    if (!removed.ok && removed.error.code !== "not-found") return void isDone(removed, notify);
    const { list } = store.getState();
    if (list.kind === "ready") {
      store.setState({ list: { kind: "ready", reports: list.reports.filter((one) => one.id !== id) } });
    }
  }

  return {
    store,
    load,
    dismiss,
    /** The Inbox is there; answers what ends it. */
    show(): () => void {
      isShown = true;
      void tellSeen();
      return () => {
        isShown = false;
        store.setState({ fresh: [] });
      };
    },
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

/** How many wait to be seen; nothing of it counts where they cannot be read. */
export function unseenCount({ list }: ReportsState): number {
  return list.kind === "ready" ? list.reports.filter(({ isSeen }) => !isSeen).length : 0;
}
