import { type BudgetScope, budgetScopes } from "./budget-error.ts";
import { runIdSchema, sessionKeySchema } from "./ids.ts";
import type { Price } from "./providers.ts";
import { z } from "./zod.ts";

/*
 * The ledger: what every model call cost. Money is US dollars, times are ISO 8601 in UTC, durations milliseconds.
 */

const callPurposeSchema = z.enum(["chat", "automation", "subagent", "memory", "title", "test", "transcription"]);
export type CallPurpose = z.infer<typeof callPurposeSchema>;

/** One line of `ledger/YYYY-MM.jsonl`. */
export const ledgerCallSchema = z.looseObject({
  _type: z.literal("call"),
  time: z.string(),
  sessionKey: sessionKeySchema,
  runId: runIdSchema,
  purpose: callPurposeSchema,
  /** `provider/model` of the model that answered. */
  model: z.string(),
  isLocal: z.boolean(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedTokens: z.number(),
  /** Written into the provider's cache; lines of before have none. */
  cacheWriteTokens: z.number().optional(),
  reasoningTokens: z.number(),
  /** True where the provider told no usage and the tokens are counted here. */
  estimated: z.boolean(),
  /** Null where the model has no price. */
  cost: z.number().nullable(),
  /** True where the provider itself told the cost. */
  charged: z.boolean().optional(),
  firstTokenMs: z.number().nullable(),
  durationMs: z.number(),
  /** Null for a call that went well. */
  error: z.string().nullable(),
  /** Of a sub-agent: the chat and the run that asked for it, against whose limits it counts. */
  within: z.object({ sessionKey: sessionKeySchema, runId: runIdSchema }).optional(),
  /** How long the recording was that was put into words. */
  audioSeconds: z.number().optional(),
});
export type LedgerCall = z.infer<typeof ledgerCallSchema>;

export const budgetScopeSchema = z.enum(budgetScopes);

/** A person lets work go on past a limit that is used up: until the period ends, or for this chat. */
const ledgerAllowanceSchema = z.looseObject({
  _type: z.literal("allowance"),
  time: z.string(),
  scope: budgetScopeSchema,
  /** The chat, the day (`2026-11-28`) or the month (`2026-11`). */
  of: z.string(),
  unit: z.enum(["tokens", "money"]),
  /** So much may be used in all: what was used when it was allowed, and the limit once more. */
  upTo: z.number(),
});
export const ledgerLineSchema = z.discriminatedUnion("_type", [ledgerCallSchema, ledgerAllowanceSchema]);
export type LedgerLine = z.infer<typeof ledgerLineSchema>;

export type BudgetUnit = "tokens" | "money";

/** One limit and how much of it is used. `share` is used over limit: 0.8 warns, 1 stops. */
export interface BudgetState {
  readonly scope: BudgetScope;
  readonly unit: BudgetUnit;
  readonly limit: number;
  readonly used: number;
  readonly share: number;
  /** Somebody has let this one go on. */
  readonly allowed: boolean;
}

export interface UsageTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens: number;
  /** Dollars of the calls whose price is known. */
  readonly cost: number;
  /** Calls of models without a price; local ones are free and do not count. */
  readonly unpriced: number;
  /** Calls whose tokens are estimated. */
  readonly estimated: number;
  /** Tokens of models on this computer. */
  readonly localTokens: number;
  /** What tokens from the cache would have cost more without it, in dollars. */
  readonly saved: number;
}

export interface UsageRow extends UsageTotals {
  /** The model, chat or automation: `openai/gpt-5`, a session key, a job. */
  readonly key: string;
  /** The title of the chat, or the key again. */
  readonly title: string;
  readonly runs: number;
  /** What a model costs now; null where that is not known, and for a chat or an automation. */
  readonly price: Price | null;
}

/** Tokens of one day by provider, in the zone of this computer. */
export interface UsageDay {
  /** `2026-11-28`. */
  readonly day: string;
  readonly tokens: Readonly<Record<string, number>>;
  readonly cost: number;
}

export interface UsageReport {
  readonly totals: UsageTotals;
  readonly days: readonly UsageDay[];
  readonly rows: readonly UsageRow[];
  readonly budgets: readonly BudgetState[];
  /** The chat and the run of this period that cost most, against their limits; null where there is no limit. */
  readonly largestChat: BudgetState | null;
  readonly largestRun: BudgetState | null;
  /** The day of the price table. */
  readonly pricesOf: string;
}
