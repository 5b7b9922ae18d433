import type { Usage } from "../../../src-preload/contract/records.ts";
import { isObject, type JsonObject, numberOf } from "../json.ts";

function first(...values: readonly unknown[]): number | null {
  for (const value of values) {
    const number = numberOf(value);
    // A count below zero is none.
    if (number !== null && number >= 0) return number;
  }
  return null;
}

function inside(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}

/** Token counts under the names that providers use; null when the object tells none. */
export function usageOf(wire: JsonObject): Usage | null {
  const prompt = first(wire["prompt_tokens"], wire["input_tokens"]);
  const completion = first(wire["completion_tokens"], wire["output_tokens"]);
  if (prompt === null && completion === null) return null;
  const cached = first(
    inside(wire["prompt_tokens_details"], "cached_tokens"),
    inside(wire["input_tokens_details"], "cached_tokens"),
    wire["prompt_cache_hit_tokens"],
    wire["cached_tokens"],
    wire["cache_read_input_tokens"],
  );
  const reasoning = first(
    inside(wire["completion_tokens_details"], "reasoning_tokens"),
    inside(wire["output_tokens_details"], "reasoning_tokens"),
    wire["reasoning_tokens"],
  );
  return {
    promptTokens: prompt ?? 0,
    completionTokens: completion ?? 0,
    totalTokens: first(wire["total_tokens"]) ?? (prompt ?? 0) + (completion ?? 0),
    ...(cached === null ? {} : { cachedTokens: cached }),
    ...(reasoning === null ? {} : { reasoningTokens: reasoning }),
  };
}
