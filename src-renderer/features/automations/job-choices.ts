import type { Job } from "../../../src-preload/contract/automations.ts";
import type { TextKey } from "../../ui/text.ts";

/* What can be chosen for a job, in words. */

export const overlapWords: Readonly<Record<Job["overlap"], TextKey>> = {
  skip: "jobs.overlap.skip",
  queue: "jobs.overlap.queue",
};

export const missedWords: Readonly<Record<Job["missed"], TextKey>> = {
  "catch-up": "jobs.missed.catchUp",
  skip: "jobs.missed.skip",
  ask: "jobs.missed.ask",
};

export const notifyWords: Readonly<Record<Job["notify"], TextKey>> = {
  always: "jobs.notify.always",
  failed: "jobs.notify.failed",
  never: "jobs.notify.never",
};
