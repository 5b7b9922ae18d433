import type { Usage } from "../../../src-preload/contract/records.ts";
import { isObject, numberOf } from "../json.ts";
import type { WireTokenDetails, WireUsage } from "../wire-types.ts";

/*
 * Providers count in different ways. Here all of it becomes one: the prompt with what came from a cache and went into one,
 * the answer with its thoughts, so that what tokens cost is reckoned the same way for all.
 */

/** More is no count. */
const mostTokens = 1e12;

function first(...values: readonly unknown[]): number | null {
  for (const value of values) {
    const number = numberOf(value);
    if (number !== null && number >= 0 && number <= mostTokens) return number;
  }
  return null;
}

function inside(value: unknown, ...keys: readonly (keyof WireTokenDetails)[]): unknown {
  return isObject(value) ? keys.map((key) => value[key]).find((one) => one !== undefined) : undefined;
}

interface Counts {
  readonly prompt: number;
  readonly completion: number;
  readonly cached: number | null;
  readonly written: number | null;
  readonly reasoning: number | null;
}

/** Token counts under the names that providers use; null when the object tells none. */
export function usageOf(wire: WireUsage): Usage | null {
  const told = countsOf(wire);
  if (told === null) return null;
  const { prompt, cached, written } = withCache(told, wire);
  const { completion, reasoning } = withThoughts({ ...told, prompt }, first(wire.total_tokens));
  const cost = chargeOf(wire);
  if (prompt + completion === 0 && cost === null) return null;
  return {
    promptTokens: prompt,
    completionTokens: completion,
    totalTokens: prompt + completion,
    ...(cached === null ? {} : { cachedTokens: cached }),
    ...(written === null || written === 0 ? {} : { cacheWriteTokens: written }),
    ...(reasoning === null ? {} : { reasoningTokens: reasoning }),
    ...(cost === null ? {} : { cost }),
  };
}

function countsOf(wire: WireUsage): Counts | null {
  const prompt = first(wire.prompt_tokens, wire.input_tokens);
  const completion = first(wire.completion_tokens, wire.output_tokens);
  if (prompt === null && completion === null) return null;
  const total = first(wire.total_tokens) ?? 0;
  const details = wire.prompt_tokens_details ?? wire.input_tokens_details;
  return {
    prompt: prompt ?? Math.max(0, total - (completion ?? 0)),
    completion: completion ?? Math.max(0, total - (prompt ?? 0)),
    cached: first(
      inside(details, "cached_tokens"),
      wire.prompt_cache_hit_tokens,
      wire.cached_tokens,
      wire.cache_read_input_tokens,
    ),
    written: first(
      wire.cache_creation_input_tokens,
      inside(details, "cache_write_tokens", "cache_creation_tokens", "cached_creation_tokens"),
      wire.cache_write_tokens,
    ),
    reasoning: first(
      inside(wire.completion_tokens_details ?? wire.output_tokens_details, "reasoning_tokens"),
      wire.reasoning_tokens,
    ),
  };
}

/** Anthropic's own shape leaves its cache out of the prompt; so does one whose cache is larger than its prompt. */
function withCache({ prompt, cached, written }: Counts, wire: WireUsage): Omit<Counts, "completion" | "reasoning"> {
  const beside = (cached ?? 0) + (written ?? 0);
  const isNative = wire.prompt_tokens === undefined && wire.input_tokens_details === undefined;
  const namesCache = wire.cache_read_input_tokens !== undefined || wire.cache_creation_input_tokens !== undefined;
  const leavesOut = (isNative && namesCache) || beside > prompt;
  return { prompt: leavesOut ? prompt + beside : prompt, cached, written };
}

/** xAI and Gemini count thoughts outside of the answer, within the total alone; they are charged like it. */
function withThoughts({ prompt, completion, reasoning }: Counts, total: number | null) {
  const more = Math.max(0, (total ?? 0) - prompt - completion);
  const outside = reasoning !== null && reasoning > completion ? reasoning : Math.min(more, reasoning ?? more);
  const told = reasoning ?? (outside === 0 ? null : outside);
  return { completion: completion + outside, reasoning: told };
}

/** What the provider says that it charged, in dollars; null where it says nothing. */
function chargeOf(wire: WireUsage): number | null {
  const told = isObject(wire.cost) ? inside(wire.cost, "total_cost") : wire.cost;
  const ticks = first(wire.cost_in_usd_ticks);
  const charged = first(told, wire.total_cost, wire.estimated_cost) ?? (ticks === null ? null : ticks / 1e10);
  // With a key of one's own at the maker, the gateway's own cost is its fee alone.
  const upstream = wire.is_byok === true ? first(inside(wire.cost_details, "upstream_inference_cost")) : null;
  return upstream === null ? charged : (charged ?? 0) + upstream;
}

/** The counts of an answer when another part of it tells some: the later ones, but nothing wipes what is known. */
export function laterUsage(before: Usage | null, now: Usage | null): Usage | null {
  if (before === null || now === null) return now ?? before;
  const isWhole = now.promptTokens > 0 && now.completionTokens > 0;
  const cost = now.cost ?? before.cost;
  if (isWhole) return cost === undefined ? now : { ...now, cost };
  const promptTokens = now.promptTokens || before.promptTokens;
  const completionTokens = Math.max(now.completionTokens, before.completionTokens);
  const totalTokens = promptTokens + completionTokens;
  return { ...before, ...now, promptTokens, completionTokens, totalTokens, ...(cost === undefined ? {} : { cost }) };
}
