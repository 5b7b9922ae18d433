import { createStore } from "zustand/vanilla";
import type { JobId, JobRunRecord } from "../../src-preload/contract/automations.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { ChangesPlace } from "./changes.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";

export type JobTab = "job" | "run" | "changes";

interface JobRunState {
  readonly job: JobId | null;
  readonly tab: JobTab;
  /** Its last run; null where it has none. */
  readonly record: Load<{ readonly record: JobRunRecord | null }>;
}

/** The last run of the job that is shown, and which side of it. */
export function createJobRun(client: AgentClient) {
  const store = createStore<JobRunState>(() => ({ job: null, tab: "job", record: { kind: "loading" } }));
  const reading = createCrossing();

  async function load(): Promise<void> {
    const { job, tab } = store.getState();
    if (job === null || tab === "job") return;
    const came = await reading.ask(() => client.request("job.record", { id: job }));
    if (came === null || store.getState().job !== job) return;
    const { answer } = came;
    const isNone = !answer.ok && answer.error.code === "not-found";
    store.setState({
      record: isNone ? { kind: "ready", record: null } : loaded(answer, (record) => ({ record })),
    });
  }

  return {
    store,
    load,
    /** Null: none is shown. */
    show(job: JobId | null): void {
      if (store.getState().job === job) return;
      reading.drop();
      store.setState({ job, record: { kind: "loading" } });
      void load();
    },
    turnTo(tab: JobTab): void {
      store.setState({ tab });
      void load();
    },
    apply(events: readonly PerchEvent[]): void {
      if (events.some(({ topic, type }) => topic === "cron" || type === "approval-decision")) void load();
    },
    reset: load,
  };
}

export type JobRun = ReturnType<typeof createJobRun>;

/** What that run did to files is shown beside the job. */
export function besideJob({ store, turnTo }: JobRun): ChangesPlace {
  return {
    chat: () => {
      const { record } = store.getState();
      return record.kind === "ready" ? (record.record?.sessionKey ?? null) : null;
    },
    isShown: () => store.getState().tab === "changes",
    show: () => turnTo("changes"),
    follow: (listener) => void store.subscribe(listener),
  };
}
