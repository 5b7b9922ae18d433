import { messageIdSchema, sessionKeySchema } from "./ids.ts";
import { z } from "./zod.ts";

/** Who made a version of a file: the person in the app, the agent in a chat, or another program. */
export const versionAuthorSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("you") }),
  z.object({ kind: z.literal("agent"), sessionKey: sessionKeySchema, messageId: messageIdSchema.optional() }),
  z.object({ kind: z.literal("outside") }),
]);
export type VersionAuthor = z.infer<typeof versionAuthorSchema>;
export type AgentAuthor = Extract<VersionAuthor, { kind: "agent" }>;

/** What a file of the knowledge held from one moment on. */
export interface KnowledgeVersion {
  /** The SHA-256 of its content: the `version` of `knowledge.read`. Null: the file was taken away. */
  readonly version: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly bytes: number;
  readonly author: VersionAuthor;
}

/**
 * Why a change of the memory waits for the person: the setting says so, the memory is full, another program saved over what
 * the agent had written, it comes from a chat that holds text of strangers or from another program, or the memory is nearly full and would be shorter.
 */
const proposalReasonSchema = z.enum(["setting", "full", "overwritten", "stranger", "program", "tidy"]);
export type ProposalReason = z.infer<typeof proposalReasonSchema>;

/** A change of MEMORY.md that the person decides on. */
export const memoryProposalSchema = z.object({
  id: z.string(),
  kind: z.enum(["add", "replace", "remove", "merge"]),
  /** The fact as it would stand; of `remove` the one that would go. */
  fact: z.string(),
  /** What `replace` takes the place of. */
  replaces: z.string().optional(),
  /** What `merge` takes the place of, word for word. */
  merges: z.array(z.string()).optional(),
  section: z.string().optional(),
  reason: proposalReasonSchema,
  /** The chat that it comes from. */
  author: versionAuthorSchema,
  time: z.number(),
});
export type MemoryProposal = z.infer<typeof memoryProposalSchema>;

/** `never`: nothing of the kind is proposed or remembered by the agent itself again. */
export const proposalDecisionSchema = z.enum(["accept", "reject", "never"]);
export type ProposalDecision = z.infer<typeof proposalDecisionSchema>;
