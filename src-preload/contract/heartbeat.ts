import type { SessionKey } from "./ids.ts";
import { sessionKeySchema } from "./ids.ts";
import type { Settings } from "./settings.ts";
import { z } from "./zod.ts";

/*
 * The heartbeat: from time to time the agent looks at the open items of HEARTBEAT.md, and tells what is worth it. Times are
 * milliseconds since 1970, but in the log of the beats, and there in ISO 8601.
 */

const moment = z.iso.datetime({ offset: true });

/** Why a beat was left out. */
const skipReasonSchema = z.enum(["busy", "battery", "budget", "cap", "failures", "paused"]);
export type SkipReason = z.infer<typeof skipReasonSchema>;

/**
 * What stopped a beat. `loop`: two identical calls; `iterations`, `time`, `tokens`: its limits; `budget`: one of the person's; `empty`: a
 * model that says nothing; `waited`: nobody answered until the next beat; `person`: somebody pressed Stop.
 */
const beatGuardSchema = z.enum(["loop", "iterations", "time", "tokens", "budget", "empty", "waited", "person"]);
export type BeatGuard = z.infer<typeof beatGuardSchema>;

/** `nothing`: there was no open item, and no model was asked. `quiet`: there was nothing to tell. */
const beatOutcomeSchema = z.enum(["nothing", "quiet", "told", "stopped", "failed", "skipped", "interrupted"]);
export type BeatOutcome = z.infer<typeof beatOutcomeSchema>;

/** `interval`: its time had come; `hand`: the person began it. */
const beatTriggerSchema = z.enum(["interval", "hand"]);
export type BeatTrigger = z.infer<typeof beatTriggerSchema>;

const lineFields = { time: moment, beat: z.string().min(1).max(200) };

/** A line of `heartbeat/beats/YYYY-MM.jsonl`. That a beat begins is written before anything of it is done. */
export const beatLineSchema = z.discriminatedUnion("kind", [
  z.looseObject({ ...lineFields, kind: z.literal("begun"), trigger: beatTriggerSchema, sessionKey: sessionKeySchema }),
  /** The beat told the person this. */
  z.looseObject({ ...lineFields, kind: z.literal("told"), title: z.string(), text: z.string() }),
  z.looseObject({
    ...lineFields,
    kind: z.literal("ended"),
    trigger: beatTriggerSchema,
    outcome: beatOutcomeSchema,
    /** Of one that was stopped or skipped. */
    why: z.union([skipReasonSchema, beatGuardSchema]).nullable().default(null),
    /** Why it failed, as a sentence. */
    reason: z.string().default(""),
    /** How many times it told something, and the title of the last. */
    told: z.number().default(0),
    title: z.string().default(""),
    tokens: z.number().default(0),
    /** US dollars; null where a model has no price. */
    cost: z.number().nullable().default(null),
    durationMs: z.number().default(0),
  }),
  /** The person was told that there are no more beats on this day. */
  z.looseObject({ ...lineFields, kind: z.literal("reported"), about: z.enum(["cap", "failures"]) }),
]);
export type BeatLine = z.infer<typeof beatLineSchema>;
export type EndedBeat = Extract<BeatLine, { kind: "ended" }>;

/** What a day costs at most as it is set. */
export interface BeatForecast {
  readonly beats: number;
  readonly tokens: number;
  /** US dollars; null where the model has no price. */
  readonly money: number | null;
  /** Reckoned from the mean of the last beats; else an estimate. */
  readonly isMeasured: boolean;
}

/** How the heartbeat stands. */
export interface HeartbeatView {
  readonly settings: Settings["heartbeat"];
  /** The model that is asked, as `provider/model`; null where none is chosen. */
  readonly model: string | null;
  /** The IANA time zone by whose clock its hours are. */
  readonly timezone: string;
  /** Where its items stand, absolute. */
  readonly path: string;
  /** The open items, in the order of the file. */
  readonly items: readonly string[];
  /** Why the file cannot be read, as a sentence; null where it can, or is not there. */
  readonly problem: string | null;
  /** This process stays and begins beats. */
  readonly isResident: boolean;
  /** Null where it is off, or nothing begins it. */
  readonly next: number | null;
  readonly running: { readonly sessionKey: SessionKey; readonly since: number; readonly waiting: boolean } | null;
  /** Why there are no more beats today; null where there are. */
  readonly paused: "cap" | "failures" | null;
  /** Of beats that have ended today. `cost`: of those whose price is known; null where it is known of none. */
  readonly today: { readonly beats: number; readonly tokens: number; readonly cost: number | null };
  /** The last 48, the newest first. */
  readonly beats: readonly EndedBeat[];
  readonly forecast: BeatForecast;
}

/** A beat that asks a model has begun, or what came of it is known at once. */
export type BeatReceipt =
  | { readonly kind: "begun"; readonly beat: string; readonly sessionKey: SessionKey }
  | { readonly kind: "ended"; readonly line: EndedBeat };

/** A part of `routeInputs`. */
export const heartbeatInputs = {
  "heartbeat.describe": () => z.object({}),
  /** A beat now, whatever the hour. `busy` where one is on or the last one was just now; `forbidden` where a limit is used up. */
  "heartbeat.run": () => z.object({}),
} as const;
