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
});
export type Report = z.infer<typeof reportSchema>;

export type ReportDraft = Pick<Report, "kind" | "title" | "text" | "sessionKey" | "jobId">;
