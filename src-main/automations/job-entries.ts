import { isAbsolute } from "node:path";
import { type BrokenJob, type Job, jobSchema } from "../../src-preload/contract/automations.ts";
import { text } from "../words.ts";
import { scheduleProblem } from "./next-times.ts";

/** What the file of the jobs holds: those that can be used, and the entries that cannot, each with the reason. */
export interface JobEntries {
  readonly jobs: readonly Job[];
  readonly broken: readonly BrokenJob[];
}

/** One entry that its owner wrote wrongly costs no other job. */
export function readEntries(entries: readonly unknown[]): JobEntries {
  const jobs: Job[] = [];
  const broken: BrokenJob[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry, jobs);
    const at = index + 1;
    if (typeof read !== "string") jobs.push(read);
    else broken.push({ at, name: nameOf(entry) ?? text("job.broken.unnamed", { at }), reason: read });
  }
  return { jobs, broken };
}

/** The entries with the jobs as they are now; what cannot be used stays where and as it is. */
export function changedEntries(entries: readonly unknown[], before: readonly Job[], after: readonly Job[]): unknown[] {
  const left = new Map(after.map((job) => [job.id, job]));
  const known = new Map(before.map((job) => [job.id, job]));
  const kept = entries.flatMap((entry) => {
    const id = idOf(entry);
    const job = known.get(id as Job["id"]);
    if (job === undefined || typeof readEntry(entry, []) === "string") return [entry];
    known.delete(job.id);
    const now = left.get(job.id);
    left.delete(job.id);
    return now === undefined ? [] : [now];
  });
  return [...kept, ...left.values()];
}

/** The job, or why it is none. */
function readEntry(entry: unknown, before: readonly Job[]): Job | string {
  const read = jobSchema.safeParse(entry);
  if (!read.success) {
    const [issue] = read.error.issues;
    return text("job.broken.field", { field: issue?.path.join(".") ?? "", reason: issue?.message ?? "" });
  }
  const job = read.data;
  if (job.workFolder !== null && !isAbsolute(job.workFolder)) return text("job.broken.folder");
  const problem = scheduleProblem(job.schedule);
  if (problem !== null) return problem;
  return before.some(({ id }) => id === job.id) ? text("job.broken.twice") : job;
}

function nameOf(entry: unknown): string | null {
  const name = typeof entry === "object" && entry !== null && "name" in entry ? entry.name : null;
  return typeof name === "string" && name.trim() !== "" ? name.slice(0, 100) : null;
}

function idOf(entry: unknown): unknown {
  return typeof entry === "object" && entry !== null && "id" in entry ? entry.id : undefined;
}
