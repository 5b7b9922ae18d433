import type { Report } from "../../src-preload/contract/inbox.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Jobs } from "./jobs.ts";
import { isDone, type Notify } from "./notices.ts";
import type { Reports } from "./reports.ts";

interface Needed {
  readonly client: AgentClient;
  readonly notify: Notify;
  readonly reports: Pick<Reports, "load" | "store">;
  readonly jobs: Pick<Jobs, "run">;
}

/** As many as the agent takes at once. */
const mostSeen = 500;

/** What a person does with a report: sees it, takes it away, brings it back, makes up for a time that was missed. */
export function createReportActs({ client, notify, reports: { store, load }, jobs }: Needed) {
  /** Those that were in sight and may not be known as seen yet. */
  const inSight = new Set<string>();
  let isTelling = false;

  /** They are told again with the next ones where that could not be kept. */
  async function tellSeen(): Promise<void> {
    const { list } = store.getState();
    const known = list.kind === "ready" ? list.reports : [];
    const saw = known.flatMap(({ id, isSeen }) => (!isSeen && inSight.has(id) ? [id] : []));
    if (saw.length === 0 || isTelling) return;
    store.setState(({ fresh }) => ({ fresh: [...new Set([...fresh, ...saw])] }));
    isTelling = true;
    const told = await client.request("inbox.seen", { ids: saw.slice(0, mostSeen) });
    isTelling = false;
    if (!isDone(told, notify)) return;
    for (const id of saw.slice(0, mostSeen)) inSight.delete(id);
    await tellSeen();
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
    dismiss,
    async restore(id: string): Promise<void> {
      if (isDone(await client.request("inbox.restore", { id }), notify)) await load();
    },
    /** One that the person has before their eyes. */
    saw(id: string): void {
      inSight.add(id);
      void tellSeen();
    },
    /** A time that was missed is made up for, and asked about no more. */
    async runNow({ id, jobId }: Report): Promise<void> {
      if (jobId === null) return;
      await jobs.run(jobId, false);
      await dismiss(id);
    },
  };
}
