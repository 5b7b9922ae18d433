import type { Job, JobId } from "../../src-preload/contract/automations.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { JobStore } from "../automations/job-store.ts";
import type { LookBack } from "../automations/look-back.ts";
import type { PauseStore } from "../automations/pause.ts";
import { text } from "../words.ts";
import type { Handlers } from "./router.ts";

interface OverviewDependencies {
  readonly store: Pick<JobStore, "list">;
  readonly pause: PauseStore;
  readonly lookBack: LookBack;
}

type OverviewHandlers = Pick<Handlers, "job.metrics" | "job.pause" | "job.record" | "job.resume">;

/** A job by its id; `not-found` where it is gone. */
export async function findJob(store: Pick<JobStore, "list">, id: JobId): AsyncResult<Job> {
  const jobs = await store.list();
  if (!jobs.ok) return jobs;
  const job = jobs.value.find((one) => one.id === id);
  return job === undefined ? fail(contractError("not-found", text("job.gone"))) : ok(job);
}

/** All jobs at once, and what came of their runs. */
export function createJobOverviewHandlers({ store, pause, lookBack }: OverviewDependencies): OverviewHandlers {
  return {
    async "job.pause"({ until }) {
      const paused = await pause.set({ until });
      return paused.ok ? ok({}) : paused;
    },
    async "job.resume"() {
      const resumed = await pause.set(null);
      return resumed.ok ? ok({}) : resumed;
    },
    async "job.metrics"() {
      const jobs = await store.list();
      return jobs.ok ? lookBack.metrics(jobs.value) : jobs;
    },
    async "job.record"({ id, sessionKey }) {
      const found = await findJob(store, id);
      return found.ok ? lookBack.record(found.value, sessionKey) : found;
    },
  };
}
