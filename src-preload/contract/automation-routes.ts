import { jobChangeSchema, jobDraftSchema, jobIdSchema, jobStateSchema } from "./automations.ts";
import { maxMessageChars } from "./bounds.ts";
import { messageIdSchema, sessionKeySchema } from "./ids.ts";
import { z } from "./zod.ts";

const job = z.object({ id: jobIdSchema });
const report = z.object({ id: z.string().max(100) });

/** Routes of jobs, and of what was reported of them. A part of `routeInputs`. */
export const automationInputs = {
  /** Every job with its next time and what became of the last ones. */
  "job.list": () => z.object({}),
  /**
   * What is said is kept where a person may have to be asked: a job of the person is off until it was tried. `invalid-input`
   * for a schedule that cannot be kept.
   */
  "job.add": () => z.object({ draft: jobDraftSchema }),
  "job.change": () => job.extend({ change: jobChangeSchema }),
  /** Switches it on or off. `invalid-input` for one that does something and was never tried. */
  "job.set": () => job.extend({ state: jobStateSchema.exclude(["stopped"]) }),
  "job.remove": () => job,
  /** Runs it now. `trial`: one that succeeds lets the job be switched on. `busy` where its last run is still on. */
  "job.run": () => job.extend({ trial: z.boolean().default(false) }),
  /** A schedule from words or the fields of cron, with its next times; `invalid-input` where it cannot be read. */
  "job.read": () => z.object({ words: z.string().max(500), timezone: z.string().max(100).optional() }),
  /** From now on nothing is run by itself until then (milliseconds since 1970); null: until `job.resume`. Runs that are on go on. */
  "job.pause": () => z.object({ until: z.number().int().min(0).max(8_640_000_000_000_000).nullable() }),
  "job.resume": () => z.object({}),
  /** What came of the runs of the last 30 days, by job and by agent profile. */
  "job.metrics": () => z.object({}),
  /** One run of a job; its last one unless told. `not-found` where there is none. */
  "job.record": () => job.extend({ sessionKey: sessionKeySchema.optional() }),
  /** What was reported while nobody watched, newest first. */
  "inbox.list": () => z.object({}),
  "inbox.seen": () => z.object({ ids: z.array(z.string().max(100)).max(500) }),
  /** Takes it away; `inbox.restore` brings one back that was taken away lately. */
  "inbox.remove": () => report,
  "inbox.restore": () => report,
  /**
   * Answers a report, once a `messageId`: goes on with the chat that it tells of. Where there is none, and for a `profile`, a chat
   * `begin` is begun, or the one gone on with that was begun for the same; it holds what was reported and said of it.
   */
  "inbox.answer": () =>
    report.extend({
      text: z.string().trim().min(1).max(maxMessageChars),
      messageId: messageIdSchema,
      begin: sessionKeySchema,
      profile: z.string().min(1).max(100).nullable().default(null),
    }),
} as const;
