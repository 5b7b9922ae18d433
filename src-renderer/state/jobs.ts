import { createStore, type StoreApi } from "zustand/vanilla";
import type { BrokenJob, JobId, JobMetrics, JobView, Pause } from "../../src-preload/contract/automations.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";
import { isDone, type Notify } from "./notices.ts";

interface JobsState {
  readonly list: Load<{
    readonly jobs: readonly JobView[];
    readonly broken: readonly BrokenJob[];
    readonly pause: Pause | null;
    /** The agent's process stays, so that jobs are run when they are due. */
    readonly isResident: boolean;
  }>;
  /** What came of their runs. */
  readonly metrics: Load<{ readonly metrics: JobMetrics }>;
  /** Those of which something is on its way to the agent. */
  readonly busy: readonly JobId[];
  /** The person is asked whether this one goes; null for none. */
  readonly asked: JobId | null;
}

/** What the agent does at a time: read while its page shows it. */
export function createJobs(client: AgentClient, notify: Notify) {
  const store = createStore<JobsState>(() => ({
    list: { kind: "loading" },
    metrics: { kind: "loading" },
    busy: [],
    asked: null,
  }));
  const listing = createCrossing();
  const summing = createCrossing();
  let isShown = false;
  let hasFigures = false;

  async function loadFigures(): Promise<void> {
    const came = await summing.ask(() => client.request("job.metrics", {}));
    if (came !== null) store.setState({ metrics: loaded(came.answer, (metrics) => ({ metrics })) });
  }

  async function load(): Promise<void> {
    if (hasFigures) void loadFigures();
    const came = await listing.ask(() => client.request("job.list", {}));
    if (came !== null) store.setState({ list: loaded(came.answer, (listed) => listed) });
  }

  return {
    store,
    /** For a form that is made as it is opened. */
    client,
    load,
    find(id: JobId): JobView | null {
      const { list } = store.getState();
      return list.kind === "ready" ? (list.jobs.find(({ job }) => job.id === id) ?? null) : null;
    },
    loadFigures,
    /** A page that shows them is there; answers what ends it. */
    show(withFigures = false): () => void {
      isShown = true;
      hasFigures = withFigures;
      void load();
      return () => {
        isShown = false;
        store.setState({ asked: null });
      };
    },
    /** What came back with a change. */
    put(view: JobView): void {
      const { list } = store.getState();
      if (list.kind !== "ready") return;
      const isThere = list.jobs.some(({ job }) => job.id === view.job.id);
      const jobs = isThere ? list.jobs.map((one) => (one.job.id === view.job.id ? view : one)) : [...list.jobs, view];
      store.setState({ list: { ...list, jobs } });
    },
    ...createActs(client, store, notify),
    ask: (asked: JobId | null): void => store.setState({ asked }),
    /** What was asked about goes; what is wrong with that, or null. */
    async remove(): Promise<string | null> {
      const { asked } = store.getState();
      if (asked === null) return null;
      const removed = await client.request("job.remove", { id: asked });
      // Another window was first.
      if (!removed.ok && removed.error.code !== "not-found") return removed.error.message;
      store.setState({ asked: null });
      await load();
      return null;
    },
    apply(events: readonly PerchEvent[]): void {
      // A run that waits for the person, or no more, stands otherwise in the list.
      const isOther = events.some(
        ({ topic, type }) => topic === "cron" || type === "approval-request" || type === "approval-decision",
      );
      if (isShown && isOther) void load();
    },
    async reset(): Promise<void> {
      if (isShown) await load();
    },
  };
}

/** What is done with one job, or with all that runs by itself. */
function createActs(client: AgentClient, store: StoreApi<JobsState>, notify: Notify) {
  /** One thing at a time with a job; a second press does nothing. */
  async function once(id: JobId, act: () => Promise<void>): Promise<void> {
    if (store.getState().busy.includes(id)) return;
    store.setState(({ busy }) => ({ busy: [...busy, id] }));
    await act();
    store.setState(({ busy }) => ({ busy: busy.filter((one) => one !== id) }));
  }

  return {
    switchTo: (id: JobId, state: "on" | "off"): Promise<void> =>
      once(id, async () => {
        isDone(await client.request("job.set", { id, state }), notify);
      }),
    /** `trial`: one that succeeds lets it be switched on. */
    run: (id: JobId, trial: boolean): Promise<void> =>
      once(id, async () => {
        isDone(await client.request("job.run", { id, trial }), notify);
      }),
    /** Until then (milliseconds since 1970), or until `resume`. */
    async pauseAll(until: number | null): Promise<void> {
      isDone(await client.request("job.pause", { until }), notify);
    },
    async resume(): Promise<void> {
      isDone(await client.request("job.resume", {}), notify);
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;
