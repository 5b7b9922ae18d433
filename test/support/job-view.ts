import { type Job, type JobView, jobSchema } from "../../src-preload/contract/automations.ts";

/** A job that is on, each weekday at nine in Paris. */
export function jobOf(id: string, given: Partial<Job> = {}): Job {
  return jobSchema.parse({
    id,
    name: `Job ${id}`,
    prompt: "What is the weather?",
    schedule: { kind: "cron", expression: "0 9 * * 1-5", timezone: "Europe/Paris" },
    state: "on",
    madeAt: "2026-11-30T08:00:00.000Z",
    dueAfter: "2026-11-30T08:00:00.000Z",
    triedAt: "2026-11-30T08:00:00.000Z",
    ...given,
  });
}

/** How it stands before it has run. */
export function jobViewOf(job: Job, given: Partial<JobView> = {}): JobView {
  return { job, next: 2_000, times: [2_000, 3_000], running: null, lines: [], failures: 0, backOff: null, ...given };
}
