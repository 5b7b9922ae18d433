import { type SessionKey, sessionKeySchema } from "./ids.ts";
import { approvalModeSchema } from "./records.ts";
import { runLimitsSchema } from "./unattended.ts";
import { z } from "./zod.ts";

/*
 * Jobs: what the agent does at a time, while nobody watches. Times are milliseconds since 1970, but in the file of the jobs,
 * which people read, and there in ISO 8601.
 */

const moment = z.iso.datetime({ offset: true });

/** When a job is due. */
const scheduleSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("at"), at: moment }),
  /** Counted from `from` on, whatever the clocks of any zone do. */
  z.object({ kind: z.literal("every"), minutes: z.number().int().min(1).max(527_040), from: moment }),
  /** The five fields of cron, read by the clock of an IANA time zone. */
  z.object({ kind: z.literal("cron"), expression: z.string().min(1).max(200), timezone: z.string().min(1).max(100) }),
]);
export type Schedule = z.infer<typeof scheduleSchema>;

export const jobIdSchema = z.string().min(1).max(60).brand<"JobId">();
export type JobId = z.infer<typeof jobIdSchema>;

/** `on`: it is run when it is due. `off`: by the person, or since it was never tried. `stopped`: it failed again and again. */
export const jobStateSchema = z.enum(["on", "off", "stopped"]);

/** What a person or the agent says of a job. */
const saidFields = {
  name: z.string().trim().min(1).max(100),
  /** `reminder`: the text of `prompt` is delivered as it is, and no model is asked. */
  kind: z.enum(["task", "reminder"]),
  prompt: z.string().trim().min(1).max(20_000),
  schedule: scheduleSchema,
  /** Absolute; null: the one of new chats. */
  workFolder: z.string().max(4096).nullable(),
  /** Null: the one that new chats have. */
  model: z.string().min(1).max(300).nullable(),
  /** Null: as new chats. */
  mode: approvalModeSchema.nullable(),
  /** The chat that is told what came of it; null: the Inbox. */
  deliverTo: sessionKeySchema.nullable(),
  /** The run knows what was said in the chat that it is delivered to. */
  withHistory: z.boolean(),
  /** When it is due and its last run is still on. */
  overlap: z.enum(["skip", "queue"]),
  /** When nothing could run it in time. `catch-up`: once, for the last time of a week. */
  missed: z.enum(["catch-up", "skip", "ask"]),
  /** How often a run that failed is tried again. */
  retries: z.number().int().min(0).max(5),
  notify: z.enum(["always", "failed", "never"]),
  limits: runLimitsSchema,
};

const jobDraftFields = {
  ...saidFields,
  kind: saidFields.kind.default("task"),
  workFolder: saidFields.workFolder.default(null),
  model: saidFields.model.default(null),
  mode: saidFields.mode.default(null),
  deliverTo: saidFields.deliverTo.default(null),
  withHistory: saidFields.withHistory.default(false),
  overlap: saidFields.overlap.default("skip"),
  missed: saidFields.missed.default("catch-up"),
  retries: saidFields.retries.default(1),
  notify: saidFields.notify.default("always"),
  limits: runLimitsSchema.prefault({}),
};

export const jobDraftSchema = z.object(jobDraftFields);
export type JobDraft = z.infer<typeof jobDraftSchema>;

/** What is another now; what is left out stays as it is, so nothing here has a value of its own. */
export const jobChangeSchema = z.object(saidFields).partial();

/** A job as `automations/jobs.json` has it; what a later version wrote is kept. */
export const jobSchema = z.looseObject({
  ...jobDraftFields,
  id: jobIdSchema,
  state: jobStateSchema,
  /** The chat that it was made in. */
  madeIn: sessionKeySchema.nullable().default(null),
  madeAt: moment,
  /** Times before this one are none of its times. */
  dueAfter: moment,
  /** When it was tried as it is now; null: never. */
  triedAt: moment.nullable().default(null),
});
export type Job = z.infer<typeof jobSchema>;

/** Why a run of a job began. */
const triggerSchema = z.enum(["schedule", "late", "hand", "trial"]);
export type Trigger = z.infer<typeof triggerSchema>;

const jobOutcomeSchema = z.enum(["done", "failed", "stopped", "interrupted"]);
export type JobOutcome = z.infer<typeof jobOutcomeSchema>;

const lineFields = { time: moment, jobId: jobIdSchema, due: moment };

/** A line of `automations/runs/YYYY-MM.jsonl`: what became of one time of a job. It is written before it is acted on. */
export const slotLineSchema = z.discriminatedUnion("kind", [
  z.looseObject({ ...lineFields, kind: z.literal("begun"), sessionKey: sessionKeySchema, trigger: triggerSchema }),
  z.looseObject({
    ...lineFields,
    kind: z.literal("ended"),
    sessionKey: sessionKeySchema,
    outcome: jobOutcomeSchema,
    /** Why it is not done, as a sentence. */
    reason: z.string().default(""),
    /** The last words of the run, the first of them. */
    said: z.string().default(""),
    durationMs: z.number().default(0),
    tokens: z.number().default(0),
  }),
  /** Its last run was still on. */
  z.looseObject({ ...lineFields, kind: z.literal("skipped") }),
  /** Nothing could run it; `until`: the last one of so many (`count`). */
  z.looseObject({ ...lineFields, kind: z.literal("missed"), count: z.number(), until: moment }),
  /** The person is asked whether it is to be run now. */
  z.looseObject({ ...lineFields, kind: z.literal("asked") }),
]);
export type SlotLine = z.infer<typeof slotLineSchema>;

/** How a job stands. */
export interface JobView {
  readonly job: Job;
  /** Milliseconds since 1970; null where it is not on, or has no time any more. */
  readonly next: number | null;
  /** Its next five times by its schedule, whether it is on or not. */
  readonly times: readonly number[];
  /** The chat of the run that is on; `waiting`: a call of it waits for the person. */
  readonly running: { readonly sessionKey: SessionKey; readonly since: number; readonly waiting: boolean } | null;
  /** What became of its last times, the newest first. */
  readonly lines: readonly SlotLine[];
  /** How often it failed one after the other. */
  readonly failures: number;
}

/** A schedule that was read from words or fields. */
export interface ReadSchedule {
  readonly schedule: Schedule;
  /** The next five times, in milliseconds since 1970. */
  readonly next: readonly number[];
}
