import type { Check } from "../../src-preload/contract/system.ts";
import type { JobStore } from "../automations/job-store.ts";
import { text } from "../words.ts";

/** Whether every job can be run. Nothing is said where there are none. */
export async function checkJobs({ list, broken }: Pick<JobStore, "broken" | "list">): Promise<readonly Check[]> {
  const named = { id: "jobs", name: text("doctor.jobs") } as const;
  const jobs = await list();
  if (!jobs.ok) return [{ ...named, state: "broken", message: jobs.error.message, nextStep: text("doctor.jobs.fix") }];
  const left = await broken();
  const [first] = left.ok ? left.value : [];
  if (first !== undefined) {
    return [
      { ...named, state: "broken", message: text("cli.cron.broken", { ...first }), nextStep: text("doctor.jobs.fix") },
    ];
  }
  return jobs.value.length === 0
    ? []
    : [{ ...named, state: "ok", message: text("doctor.jobs.ok", { count: jobs.value.length }) }];
}
