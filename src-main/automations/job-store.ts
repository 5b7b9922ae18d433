import { dirname } from "node:path";
import { type Job, type JobDraft, type JobId, jobIdSchema, jobSchema } from "../../src-preload/contract/automations.ts";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { createJsonFile } from "../storage/json-file.ts";
import { storageError } from "../storage/storage-error.ts";
import { text } from "../words.ts";
import { checkSchedule } from "./next-times.ts";

/** `automations/jobs.json`: the jobs of a home, which their owner may also edit by hand. */
export interface JobStore {
  /** In the order in which they were made. `bad-settings` for a file that cannot be read: it is left as it is. */
  list(): AsyncResult<readonly Job[]>;
  add(draft: JobDraft, madeIn: SessionKey | null, state: Job["state"]): AsyncResult<Job>;
  /** `not-found` where it is gone. A job that is to do something else than it was tried with counts as never tried. */
  change(id: JobId, to: JobChange): AsyncResult<Job>;
  remove(id: JobId): AsyncResult<Job>;
}

type JobChange = Partial<JobDraft> & Partial<Pick<Job, "state" | "triedAt">>;

interface JobStoreParts {
  readonly host: Pick<Host, "createId" | "now">;
  readonly files: FileSystem;
  readonly path: string;
  readonly changed: () => void;
}

/** More are refused: nobody wants so many, and a job that makes jobs ends here. */
const mostJobs = 100;

const fileSchema = z.looseObject({ jobs: z.array(jobSchema).default([]) });

export function createJobStore({ host, files, path, changed }: JobStoreParts): JobStore {
  const file = createJsonFile({
    path,
    files,
    clock: host,
    parse: (value) => fileSchema.parse(value),
    unreadable: (reason) => text("job.unreadable", { path, reason }),
  });
  const now = (): string => new Date(host.now()).toISOString();

  /** Changes the list as one step; what `to` refuses leaves it as it is. */
  async function change(to: (jobs: readonly Job[]) => Result<Changed, ContractError>): AsyncResult<Job> {
    let outcome: Result<Changed, ContractError> | null = null;
    try {
      await files.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    } catch (cause) {
      return fail(storageError(cause, dirname(path)));
    }
    const written = await file.update((content) => {
      outcome = to(content.jobs);
      return outcome.ok ? { ...content, jobs: [...outcome.value.jobs] } : content;
    });
    if (!written.ok) return written;
    const done = outcome as Result<Changed, ContractError> | null;
    if (done === null || !done.ok) return done ?? fail(contractError("not-found", text("job.gone")));
    changed();
    return ok(done.value.job);
  }

  return {
    async list() {
      const read = await file.read();
      return read.ok ? ok(read.value.jobs) : read;
    },
    async add(draft, madeIn, state) {
      const checked = checkSchedule(draft.schedule, host.now());
      if (!checked.ok) return checked;
      const at = now();
      const id = jobIdSchema.parse(host.createId().toLowerCase());
      // A moment that has just passed is due at once.
      const dueAfter = draft.schedule.kind === "at" ? new Date(Date.parse(draft.schedule.at) - 1).toISOString() : at;
      const job: Job = { ...draft, id, state, madeIn, madeAt: at, dueAfter, triedAt: null };
      return change((jobs) =>
        jobs.length >= mostJobs
          ? fail(contractError("invalid-input", text("job.tooMany", { count: mostJobs })))
          : ok({ jobs: [...jobs, job], job }),
      );
    },
    async change(id, to) {
      if (to.schedule !== undefined) {
        const checked = checkSchedule(to.schedule, host.now());
        if (!checked.ok) return checked;
      }
      return change((jobs) => {
        const found = jobs.find((job) => job.id === id);
        if (found === undefined) return fail(contractError("not-found", text("job.gone")));
        const isSwitchedOn = to.state === "on" && found.state !== "on" && to.schedule === undefined;
        const checked = isSwitchedOn ? checkSchedule(found.schedule, host.now()) : ok(undefined);
        if (!checked.ok) return checked;
        const job = changedJob(found, to, now());
        return ok({ jobs: jobs.map((one) => (one.id === id ? job : one)), job });
      });
    },
    remove: (id) =>
      change((jobs) => {
        const job = jobs.find((one) => one.id === id);
        if (job === undefined) return fail(contractError("not-found", text("job.gone")));
        return ok({ jobs: jobs.filter((one) => one.id !== id), job });
      }),
  };
}

interface Changed {
  readonly jobs: readonly Job[];
  readonly job: Job;
}

/** What a trial is of: another task was never tried. */
const triedFields = ["kind", "prompt", "workFolder", "model", "mode", "withHistory"] as const;

function changedJob(job: Job, to: JobChange, now: string): Job {
  const isOther = triedFields.some((field) => to[field] !== undefined && to[field] !== job[field]);
  const isSetAnew = to.schedule !== undefined || (to.state === "on" && job.state !== "on");
  const schedule = to.schedule ?? job.schedule;
  const kind = to.kind ?? job.kind;
  const untried = isOther ? { triedAt: null, ...(kind === "task" ? { state: "off" as const } : {}) } : {};
  const dueAfter = schedule.kind === "at" ? new Date(Date.parse(schedule.at) - 1).toISOString() : now;
  return { ...job, ...untried, ...to, ...(isSetAnew ? { dueAfter } : {}) };
}
