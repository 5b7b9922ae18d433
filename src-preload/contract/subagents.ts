import { runIdSchema, sessionKeySchema } from "./ids.ts";
import type { RunningStep } from "./session.ts";
import { z } from "./zod.ts";

/** `interrupted`: the end of Perch cut it off. */
const subagentOutcomeSchema = z.enum(["done", "failed", "stopped", "interrupted"]);
export type SubagentOutcome = z.infer<typeof subagentOutcomeSchema>;

/** What is kept of a sub-agent: enough to list it, and to tell what came of it after the end of a process. */
export const subagentRecordSchema = z.object({
  /** Its own chat. */
  key: sessionKeySchema,
  /** The chat, the run and the call that asked for it. */
  parent: sessionKeySchema,
  runId: runIdSchema,
  callId: z.string(),
  label: z.string(),
  /** The call lasts until it has ended. */
  waits: z.boolean(),
  /** Milliseconds since 1970. */
  since: z.number(),
  /** Null while it is on, or waits for its turn. */
  outcome: subagentOutcomeSchema.nullable().default(null),
  /** Why it is not done, as a sentence; "" where it is. */
  reason: z.string().default(""),
  tokens: z.number().default(0),
  /** The parent has what came of it. */
  isTold: z.boolean().default(false),
});
export type SubagentRecord = z.infer<typeof subagentRecordSchema>;

/** How a sub-agent stands. */
export interface SubagentView extends Omit<SubagentRecord, "isTold"> {
  readonly state: "queued" | "running" | "waiting" | "ended";
  /** What it does now; null where it only thinks or writes. */
  readonly step: RunningStep | null;
  readonly iteration: number;
}
