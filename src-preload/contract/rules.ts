import { sessionKeySchema } from "./ids.ts";
import { z } from "./zod.ts";

/*
 * Remembered permissions. A rule says what it is about (a match), where it holds (a scope) and what it does. A rule that
 * denies beats any that allows.
 */

/** What a rule is about. It never covers more than its words say. */
export const ruleMatchSchema = z.discriminatedUnion("kind", [
  /** One simple command, word by word; with `andMore` also with further words behind these. */
  z.object({
    kind: z.literal("command"),
    words: z.array(z.string().min(1).max(1000)).min(1).max(50),
    andMore: z.boolean(),
    /** Also outside of the sandbox, where a call asks for that. */
    outside: z.boolean().optional(),
  }),
  /** One file, absolute. */
  z.object({ kind: z.literal("file"), access: z.enum(["read", "write"]), path: z.string().min(1).max(4096) }),
  /** The files below a folder (absolute), at any depth; with `ending` those alone whose names end so, e.g. `.csv`. */
  z.object({
    kind: z.literal("files-below"),
    access: z.enum(["read", "write"]),
    folder: z.string().min(1).max(4096),
    ending: z.string().min(2).max(100).optional(),
  }),
  /** A host of the web, as an address names it. */
  z.object({ kind: z.literal("host"), host: z.string().min(1).max(255) }),
  /** Searching the web at this host. */
  z.object({ kind: z.literal("search"), host: z.string().min(1).max(255) }),
  /** One tool of an MCP server, by the names that people see. */
  z.object({ kind: z.literal("tool"), server: z.string().min(1).max(200), tool: z.string().min(1).max(200) }),
]);
export type RuleMatch = z.infer<typeof ruleMatchSchema>;

/** Where a rule holds. A folder is the work folder of a chat, absolute. */
export const ruleScopeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("chat"), sessionKey: sessionKeySchema }),
  /** In every run of a job. */
  z.object({ kind: z.literal("job"), jobId: z.string().min(1).max(60) }),
  z.object({ kind: z.literal("folder"), folder: z.string().min(1).max(4096) }),
  z.object({ kind: z.literal("everywhere") }),
]);
export type RuleScope = z.infer<typeof ruleScopeSchema>;

export const ruleSchema = z.looseObject({
  id: z.string().min(1).max(100),
  effect: z.enum(["allow", "deny"]),
  match: ruleMatchSchema,
  scope: ruleScopeSchema,
  /** Milliseconds since 1970. */
  madeAt: z.number(),
  /** The chat whose question it answered; null for one that was written by itself. */
  madeIn: sessionKeySchema.nullable().default(null),
  /** How often it decided, and when last. */
  uses: z.number().default(0),
  usedAt: z.number().nullable().default(null),
});
export type Rule = z.infer<typeof ruleSchema>;

/** What can be remembered of a call that asks: the narrowest first. */
export const ruleOffersSchema = z.object({
  matches: z.array(ruleMatchSchema).max(8),
  /** The chat's work folder, for a rule that holds there. */
  workFolder: z.string(),
});
export type RuleOffers = z.infer<typeof ruleOffersSchema>;

/** A choice of what was offered; `chat`: `ownScope` of the chat that asks. */
export const rememberSchema = z.object({ match: ruleMatchSchema, scope: z.enum(["chat", "folder", "everywhere"]) });
export type Remember = z.infer<typeof rememberSchema>;
export type ScopeKind = Remember["scope"];

export function isSameMatch(one: RuleMatch, other: RuleMatch): boolean {
  return JSON.stringify(ruleMatchSchema.parse(one)) === JSON.stringify(ruleMatchSchema.parse(other));
}

/** Who decided about a call. */
export type DecidedBy = "person" | "rule" | "mode" | "policy";

/** A line of the log of decisions. */
export const decisionLineSchema = z.looseObject({
  /** ISO 8601 in UTC. */
  time: z.string(),
  sessionKey: z.string(),
  runId: z.string(),
  tool: z.string(),
  /** The act in a few words, as its card has it. */
  title: z.string(),
  /** The command, the path or the address, cut where it is long. */
  what: z.string(),
  decision: z.enum(["allow", "deny"]),
  by: z.enum(["person", "rule", "mode", "policy"]),
  /** The person's place, the rule's id, the mode, or why the policy said no. */
  detail: z.string().default(""),
});
export type DecisionLine = z.infer<typeof decisionLineSchema>;
