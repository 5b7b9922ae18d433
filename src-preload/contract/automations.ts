import { type SessionKey, sessionKeySchema } from "./ids.ts";
import { approvalModeSchema } from "./records.ts";
import type { DecisionLine, Rule } from "./rules.ts";
import { runLimitsSchema } from "./run-limits.ts";
import type { Spent } from "./spent.ts";
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

export const jobIdSchema = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[\w-]+$/)
  .brand<"JobId">();
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
  /** The agent profile of its runs; null: as new chats. */
  profile: z.string().min(1).max(100).nullable(),
  /** Run less often while nobody reads what comes of it, or while it fails. Never for reminders and single moments. */
  backOff: z.boolean(),
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
  profile: saidFields.profile.default(null),
  backOff: saidFields.backOff.default(true),
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

/** An entry of that file that cannot be used, and stays as it is. */
export interface BrokenJob {
  /** Its place in the file, from 1 on. */
  readonly at: number;
  readonly name: string;
  /** A sentence. */
  readonly reason: string;
}

/** Why a run of a job began. */
const triggerSchema = z.enum(["schedule", "late", "hand", "trial"]);
export type Trigger = z.infer<typeof triggerSchema>;

const jobOutcomeSchema = z.enum(["done", "failed", "stopped", "interrupted"]);
export type JobOutcome = z.infer<typeof jobOutcomeSchema>;

/** Why a job is run less often: nobody reads what comes of it, or it failed. */
const backOffReasonSchema = z.enum(["unread", "failed"]);

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
    /** Dollars; null where a price is not known. */
    cost: z.number().nullable().default(null),
    /** The agent profile that it had. */
    profile: z.string().nullable().default(null),
  }),
  /** Its last run was still on. */
  z.looseObject({ ...lineFields, kind: z.literal("skipped") }),
  /** Nothing could run it; `until`: the last one of so many (`count`). */
  z.looseObject({ ...lineFields, kind: z.literal("missed"), count: z.number(), until: moment }),
  /** The person is asked whether it is to be run now. */
  z.looseObject({ ...lineFields, kind: z.literal("asked") }),
  /** Left out, as the job is run less often for now. */
  z.looseObject({ ...lineFields, kind: z.literal("rested"), reason: backOffReasonSchema }),
  /** The person has read what came of the run of this chat. `due`: that of the run. */
  z.looseObject({ ...lineFields, kind: z.literal("read"), sessionKey: sessionKeySchema }),
]);
export type SlotLine = z.infer<typeof slotLineSchema>;
/** What became of a time. */
export type TimeLine = Exclude<SlotLine, { kind: "read" }>;

/** How a job stands. */
export interface JobView {
  readonly job: Job;
  /** When it is really run next, in milliseconds since 1970; null where it is not on, has no time any more, or all jobs are paused. */
  readonly next: number | null;
  /** Its next five times by its schedule, whether it is on or not. */
  readonly times: readonly number[];
  readonly running: RunningJob | null;
  /** What became of its last times, the newest first. */
  readonly lines: readonly TimeLine[];
  /** How often it failed one after the other. */
  readonly failures: number;
  /** It is run less often for now; null where it is not. */
  readonly backOff: BackOff | null;
}

/** The run of a job that is on. Moments are milliseconds since 1970. */
interface RunningJob {
  readonly sessionKey: SessionKey;
  readonly since: number;
  /** A call of it waits for the person. */
  readonly waiting: boolean;
  /** It failed, and is tried again then; null where it works. */
  readonly retryAt: number | null;
}

/** One time of so many (`factor`) is used; `count`: of so many results that nobody read, or failures, one after the other. */
export interface BackOff {
  readonly factor: 2 | 4 | 8;
  readonly reason: z.infer<typeof backOffReasonSchema>;
  readonly count: number;
}

/** Nothing is run by itself until then (milliseconds since 1970); null: until a person says so. */
export interface Pause {
  readonly until: number | null;
}

/** What came of the runs of a job, or of an agent profile, in a time. */
export interface RunFigures {
  /** The job, or the name of the profile. */
  readonly key: string;
  readonly name: string;
  readonly runs: number;
  /** Those that ended well. */
  readonly done: number;
  /** Dollars of those whose cost is known; null where it is known of none. */
  readonly cost: number | null;
  readonly tokens: number;
  /** Milliseconds; null where none has ended. */
  readonly meanMs: number | null;
  readonly longestMs: number | null;
  /** Those that told something, and those of them that the person read. */
  readonly told: number;
  readonly read: number;
}

export interface JobMetrics {
  /** Milliseconds since 1970: what ended since then counts. */
  readonly since: number;
  readonly jobs: readonly RunFigures[];
  readonly profiles: readonly RunFigures[];
  /** What all that runs by itself took today, by the person's clock. */
  readonly today: Spent;
}

/** A run of a job as it is told beside the job. */
export interface JobRunRecord {
  readonly sessionKey: SessionKey;
  readonly trigger: Trigger;
  /** Milliseconds since 1970. */
  readonly due: number;
  readonly begunAt: number;
  /** Null while it is on. */
  readonly end: Extract<SlotLine, { kind: "ended" }> | null;
  /** How many calls of tools it made. */
  readonly steps: number;
  /** What a person or a rule decided in it, oldest first. */
  readonly decisions: readonly DecisionLine[];
  /** What every run of the job may do, as a person allowed it. */
  readonly grants: readonly Rule[];
}

/** A schedule that was read from words or fields. */
export interface ReadSchedule {
  readonly schedule: Schedule;
  /** The next five times, in milliseconds since 1970. */
  readonly next: readonly number[];
}
