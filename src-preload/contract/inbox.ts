import { jobIdSchema } from "./automations.ts";
import { sessionKeySchema } from "./ids.ts";
import { z } from "./zod.ts";

/**
 * What was reported while nobody watched. What waits for a decision (approvals, questions, changes of the memory) stands in
 * the Inbox beside it and is kept where it arose.
 */
export const reportSchema = z.looseObject({
  id: z.string().min(1).max(100),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** `asked`: a time of a job was missed, and the person says whether it is run now. */
  kind: z.enum(["result", "failure", "stopped", "missed", "asked", "reminder", "news"]),
  title: z.string(),
  /** Markdown of the agent, or a sentence of Perch. */
  text: z.string(),
  /** The chat that tells all of it. */
  sessionKey: sessionKeySchema.nullable().default(null),
  jobId: jobIdSchema.nullable().default(null),
  isSeen: z.boolean().default(false),
  /** Who else wrote of it, where that was anybody. */
  stranger: z.string().nullable().default(null),
  /** Chats that were begun to answer it, the oldest first; `profile`: the one that works in it. */
  chats: z.array(z.object({ sessionKey: sessionKeySchema, profile: z.string().nullable().default(null) })).default([]),
});
export type Report = z.infer<typeof reportSchema>;

const drafted = { kind: true, title: true, text: true, sessionKey: true, jobId: true } as const;
export const reportDraftSchema = z.object({
  ...reportSchema.pick(drafted).shape,
  stranger: z.string().nullable().optional(),
});
export type ReportDraft = z.infer<typeof reportDraftSchema>;
