import type { Job, JobId, JobView } from "../../src-preload/contract/automations.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { JobStore } from "../automations/job-store.ts";
import type { PauseStore } from "../automations/pause.ts";
import type { Scheduler } from "../automations/scheduler.ts";
import type { Schedules } from "../automations/schedules.ts";
import { text } from "../words.ts";
import { type createJobOverviewHandlers, findJob } from "./job-overview-handlers.ts";
import type { DomainHandlers } from "./router.ts";

interface AutomationDependencies {
  readonly store: JobStore;
  readonly scheduler: Scheduler;
  /** What was allowed in the runs of a job that is gone. */
  readonly forgetRules: (id: JobId) => Promise<void>;
  readonly schedules: Schedules;
  readonly pause: Pick<PauseStore, "current">;
  /** This process stays and runs what is due. */
  readonly isResident: () => boolean;
  /** A call of the run of this chat waits for the person. */
  readonly isWaiting: (key: Job["deliverTo"] & string) => Promise<boolean>;
}

/** So many lines of a job go to a client. */
const shownLines = 20;

type AutomationHandlers = Omit<DomainHandlers<"job">, keyof ReturnType<typeof createJobOverviewHandlers>>;

export function createAutomationHandlers(deps: AutomationDependencies): AutomationHandlers {
  const { store, scheduler } = deps;

  async function viewOf(job: Job): Promise<JobView> {
    const { running, lines, next, failures, backOff } = await scheduler.standing(job);
    const now = running === null ? null : { ...running, waiting: await deps.isWaiting(running.sessionKey) };
    const times = deps.schedules.times(job.schedule);
    return { job, next, times, running: now, lines: lines.slice(0, shownLines), failures, backOff };
  }

  async function viewed(change: AsyncResult<Job>): AsyncResult<JobView> {
    const changed = await change;
    return changed.ok ? ok(await viewOf(changed.value)) : changed;
  }

  return {
    async "job.list"() {
      const jobs = await store.list();
      if (!jobs.ok) return jobs;
      const broken = await store.broken();
      if (!broken.ok) return broken;
      const pause = await deps.pause.current();
      if (!pause.ok) return pause;
      const views = await Promise.all(jobs.value.map(viewOf));
      return ok({ jobs: views, broken: broken.value, pause: pause.value, isResident: deps.isResident() });
    },
    "job.add": ({ draft }) => viewed(store.add(draft, null, draft.kind === "reminder" ? "on" : "off")),
    "job.change": ({ id, change }) => viewed(store.change(id, defined(change))),
    async "job.set"({ id, state }) {
      const found = await findJob(store, id);
      if (!found.ok) return found;
      if (state === "on" && found.value.kind === "task" && found.value.triedAt === null) {
        return fail(contractError("invalid-input", text("job.untried")));
      }
      return viewed(store.change(id, { state }));
    },
    async "job.remove"({ id }) {
      const removed = await store.remove(id);
      if (!removed.ok) return removed;
      await scheduler.forget(id);
      await deps.forgetRules(id);
      return ok({});
    },
    async "job.run"({ id, trial }) {
      const found = await findJob(store, id);
      if (!found.ok) return found;
      const begun = await scheduler.runNow(found.value, trial ? "trial" : "hand");
      return begun.ok ? ok({ sessionKey: begun.value }) : begun;
    },
    "job.read": ({ words, timezone }) => deps.schedules.read(words, timezone),
  };
}

/** Fields that are left out are none that are undefined. */
function defined<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], undefined>;
  };
}
