import { describe, expect, it } from "vitest";
import { laterUsage, usageOf } from "../../../src-main/models/answer/usage.ts";
import { noTools } from "../../../src-main/models/tools/tool-offers.ts";
import { readAnswer } from "../../support/read-answer.ts";
import { silentSink } from "../../support/run-case.ts";

const counts = (promptTokens: number, completionTokens: number, more = {}) => ({
  promptTokens,
  completionTokens,
  totalTokens: promptTokens + completionTokens,
  ...more,
});

describe("what an answer used", () => {
  it.each([
    [
      "OpenAI",
      {
        prompt_tokens: 100,
        completion_tokens: 50,
        total_tokens: 150,
        completion_tokens_details: { reasoning_tokens: 20 },
      },
      counts(100, 50, { reasoningTokens: 20 }),
    ],
    [
      "the Responses API",
      { input_tokens: 100, output_tokens: 50, total_tokens: 150, input_tokens_details: { cached_tokens: 80 } },
      counts(100, 50, { cachedTokens: 80 }),
    ],
    [
      "xAI, thoughts outside",
      {
        prompt_tokens: 10_000,
        completion_tokens: 400,
        total_tokens: 11_000,
        completion_tokens_details: { reasoning_tokens: 600 },
      },
      counts(10_000, 1000, { reasoningTokens: 600 }),
    ],
    [
      "Gemini, thoughts in the total alone",
      { prompt_tokens: 53, completion_tokens: 6, total_tokens: 891 },
      counts(53, 838, { reasoningTokens: 832 }),
    ],
    [
      "thoughts outside, no total",
      { prompt_tokens: 100, completion_tokens: 6, completion_tokens_details: { reasoning_tokens: 50 } },
      counts(100, 56, { reasoningTokens: 50 }),
    ],
    [
      "Anthropic's own",
      { input_tokens: 20, output_tokens: 5, cache_read_input_tokens: 800, cache_creation_input_tokens: 100 },
      counts(920, 5, { cachedTokens: 800, cacheWriteTokens: 100 }),
    ],
    [
      "Anthropic's own without a hit",
      { input_tokens: 20, output_tokens: 5, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
      counts(20, 5, { cachedTokens: 0 }),
    ],
    [
      "a proxy of Anthropic",
      {
        prompt_tokens: 1000,
        completion_tokens: 5,
        total_tokens: 1005,
        prompt_tokens_details: { cached_tokens: 800 },
        cache_creation_input_tokens: 100,
        cache_read_input_tokens: 800,
      },
      counts(1000, 5, { cachedTokens: 800, cacheWriteTokens: 100 }),
    ],
    [
      "a proxy that leaves the cache out",
      { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25, cache_read_input_tokens: 800 },
      counts(820, 5, { cachedTokens: 800 }),
    ],
    [
      "DeepSeek",
      {
        prompt_tokens: 100,
        completion_tokens: 50,
        total_tokens: 150,
        prompt_cache_hit_tokens: 64,
        prompt_cache_miss_tokens: 36,
      },
      counts(100, 50, { cachedTokens: 64 }),
    ],
    [
      "OpenRouter",
      { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150, cost: 0.0123 },
      counts(100, 50, { cost: 0.0123 }),
    ],
    [
      "OpenRouter with a key of one's own",
      {
        prompt_tokens: 100,
        completion_tokens: 50,
        cost: 0.001,
        is_byok: true,
        cost_details: { upstream_inference_cost: 0.02 },
      },
      counts(100, 50, { cost: 0.021 }),
    ],
    [
      "Perplexity",
      { prompt_tokens: 100, completion_tokens: 50, cost: { total_cost: 0.006 } },
      counts(100, 50, { cost: 0.006 }),
    ],
    [
      "xAI's ticks",
      { prompt_tokens: 100, completion_tokens: 50, cost_in_usd_ticks: 37_756_000 },
      counts(100, 50, { cost: 0.0037756 }),
    ],
    ["a total without the answer", { prompt_tokens: 100, total_tokens: 150 }, counts(100, 50)],
    ["a total without the prompt", { completion_tokens: 50, total_tokens: 150 }, counts(100, 50)],
    ["a total that is none", { prompt_tokens: 100, completion_tokens: 50, total_tokens: 0 }, counts(100, 50)],
  ])("by %s is one shape", (_name, wire, expected) => {
    expect(usageOf(wire)).toEqual(expected);
  });

  it.each([
    [{}],
    [{ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
    [{ prompt_tokens: -1 }],
    [{ prompt_tokens: 1e300 }],
    [{ prompt_tokens: "many" }],
  ])("is not told by %j", (wire) => {
    expect(usageOf(wire)).toBeNull();
  });

  it("is never wiped by a last chunk of zeros, and a later one wins", () => {
    const chunk = (usage: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ delta: { content: "a" }, finish_reason: finish }], usage })}\n\n`;
    const real = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };
    const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    const read = (...chunks: string[]) =>
      readAnswer([Buffer.from(chunks.join(""))], { reader: null, tools: noTools, sink: silentSink }).usage;
    expect(read(chunk(real), chunk(zeros, "stop"))).toEqual(counts(100, 50));
    expect(read(chunk({ ...real, completion_tokens: 1, total_tokens: 101 }), chunk(real, "stop"))).toEqual(
      counts(100, 50),
    );
  });
  it("in parts is put together", () => {
    const before = counts(100, 1, { cachedTokens: 80 });
    expect(laterUsage(before, counts(0, 50))).toEqual(counts(100, 50, { cachedTokens: 80 }));
    expect(laterUsage(counts(100, 50, { cost: 0.1 }), counts(100, 50))).toEqual(counts(100, 50, { cost: 0.1 }));
  });
});
