import { dirname } from "node:path";
import {
  type BrokenJob,
  type Job,
  type JobDraft,
  type JobId,
  jobIdSchema,
} from "../../src-preload/contract/automations.ts";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { createJsonFile } from "../storage/json-file.ts";
import { storageError } from "../storage/storage-error.ts";
import { text } from "../words.ts";
import { changedEntries, type JobEntries, readEntries } from "./job-entries.ts";
import { checkSchedule } from "./next-times.ts";

/** `automations/jobs.json`: the jobs of a home, which their owner may also edit by hand. */
export interface JobStore {
  /** In the order in which they were made. `bad-settings` for a file that cannot be read: it is left as it is. */
  list(): AsyncResult<readonly Job[]>;
  /** Entries of the file that cannot be used. */
  broken(): AsyncResult<readonly BrokenJob[]>;
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
/** Of those that were for one moment and are over so many are kept; they do not count. */
const mostOver = 50;

const fileSchema = z.looseObject({ jobs: z.array(z.unknown()).default([]) });
type FileContent = z.infer<typeof fileSchema>;

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
      const { jobs } = readEntries(content.jobs);
      outcome = to(jobs);
      return outcome.ok ? { ...content, jobs: changedEntries(content.jobs, jobs, outcome.value.jobs) } : content;
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
      return read.ok ? ok(entriesOf(read.value).jobs) : read;
    },
    async broken() {
      const read = await file.read();
      return read.ok ? ok(entriesOf(read.value).broken) : read;
    },
    async add(draft, madeIn, state) {
      const checked = checkSchedule(draft.schedule, host.now());
      if (!checked.ok) return checked;
      const at = now();
      const id = jobIdSchema.parse(host.createId().toLowerCase());
      // A moment that has just passed is due at once.
      const dueAfter = draft.schedule.kind === "at" ? new Date(Date.parse(draft.schedule.at) - 1).toISOString() : at;
      const job: Job = { ...draft, id, state, madeIn, madeAt: at, dueAfter, triedAt: null };
      return change((jobs) => {
        const over = jobs.filter((one) => isOver(one, host.now()));
        if (jobs.length - over.length >= mostJobs) {
          return fail(contractError("invalid-input", text("job.tooMany", { count: mostJobs })));
        }
        const gone = new Set(over.slice(0, Math.max(0, over.length - mostOver)));
        return ok({ jobs: [...jobs.filter((one) => !gone.has(one)), job], job });
      });
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

const entriesOfContent = new WeakMap<FileContent, JobEntries>();

/** Read once for each content of the file: a job that is the same is the same object. */
function entriesOf(content: FileContent): JobEntries {
  const known = entriesOfContent.get(content);
  if (known !== undefined) return known;
  const entries = readEntries(content.jobs);
  entriesOfContent.set(content, entries);
  return entries;
}

/** It was for one moment, which is past. */
function isOver({ schedule, state }: Job, now: number): boolean {
  return schedule.kind === "at" && state === "off" && Date.parse(schedule.at) < now;
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
