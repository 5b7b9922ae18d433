import { describe, expect, it } from "vitest";
import {
  chargedFor,
  completePrice,
  costOf,
  mostCostOf,
  priceAt,
  savedByCache,
} from "../../../src-preload/contract/cost.ts";
import type { Price } from "../../../src-preload/contract/providers.ts";

/** As Claude Haiku 5.5: five times as dear above 100,000 tokens. */
const price: Price = {
  input: 0.1,
  output: 0.5,
  cachedInput: 0.01,
  long: [{ above: 100_000, input: 0.5, output: 2.5, cachedInput: 0.05 }],
};
/** As Qwen's coders, in no order. */
const coder: Price = {
  input: 1,
  output: 5,
  cachedInput: null,
  long: [
    { above: 128_000, input: 3, output: 15, cachedInput: null },
    { above: 32_000, input: 1.8, output: 9, cachedInput: null },
    { above: 256_000, input: 6, output: 60, cachedInput: null },
  ],
};
const tokens = (promptTokens: number, completionTokens = 0, cachedTokens = 0) => ({
  promptTokens,
  completionTokens,
  cachedTokens,
});

describe("what a request costs", () => {
  it("is the price itself below the length and exactly at it", () => {
    expect(costOf(tokens(99_999, 10_000), price)).toBeCloseTo(0.0149999, 10);
    expect(costOf(tokens(100_000, 10_000), price)).toBeCloseTo(0.015, 10);
  });

  it("is the dearer price for all of it above the length, the answer too", () => {
    expect(costOf(tokens(100_001, 10_000), price)).toBeCloseTo(0.0750005, 10);
  });

  it("counts tokens from the cache to the length of the prompt, at the price of that length", () => {
    expect(costOf(tokens(100_000, 0, 100_000), price)).toBeCloseTo(0.001, 10);
    expect(costOf(tokens(200_000, 0, 150_000), price)).toBeCloseTo(0.025 + 0.0075, 10);
    expect(costOf(tokens(200_000, 0, 200_000), coder)).toBeCloseTo(0.6, 10);
  });

  it("does not look at how long the answer is", () => {
    expect(costOf(tokens(50_000, 90_000), price)).toBeCloseTo(0.05, 10);
  });

  it("is that of the highest of several lengths, however they stand", () => {
    const inputs = [32_000, 32_001, 128_001, 256_001].map((prompt) => priceAt(coder, prompt).input);
    expect(inputs).toEqual([1, 1.8, 3, 6]);
  });

  it("is unknown without a price, and one price where there is one", () => {
    expect([costOf(tokens(1), null), mostCostOf(tokens(1), null), savedByCache(tokens(1), null)]).toEqual([
      ...[null, null, 0],
    ]);
    expect(costOf(tokens(900_000), { input: 2, output: 10, cachedInput: null })).toBeCloseTo(1.8, 10);
    expect(costOf(tokens(900_000), { input: 2, output: 10, cachedInput: null, long: [] })).toBeCloseTo(1.8, 10);
  });
});

describe("the most that a request may cost", () => {
  it("is never less than what a shorter one costs", () => {
    const most = mostCostOf(tokens(300_000, 1000), coder) ?? 0;
    for (const prompt of [1000, 32_000, 32_001, 128_000, 200_000, 256_001, 300_000]) {
      for (const answer of [0, 500, 1000]) {
        expect(costOf(tokens(prompt, answer), coder)).toBeLessThanOrEqual(most);
      }
    }
  });

  it("holds also where somebody typed a lower price for long prompts", () => {
    const odd: Price = {
      input: 5,
      output: 5,
      cachedInput: null,
      long: [{ above: 100, input: 1, output: 1, cachedInput: null }],
    };
    expect(mostCostOf(tokens(101, 100), odd)).toBeCloseTo(0.001005, 10);
  });
});

it("saves by the cache what the same request would have cost more without it", () => {
  for (const [prompt, cached] of [
    [80_000, 60_000],
    [100_000, 100_000],
    [400_000, 390_000],
  ] as const) {
    const without = costOf(tokens(prompt, 700), price) ?? 0;
    const used = costOf(tokens(prompt, 700, cached), price) ?? 0;
    expect(savedByCache(tokens(prompt, 700, cached), price)).toBeCloseTo(without - used, 10);
  }
  expect(savedByCache(tokens(400_000, 0, 100_000), price)).toBeCloseTo(0.045, 10);
});

/** As Anthropic: a quarter more for what is written into the cache. */
const writing: Price = { input: 4, output: 20, cachedInput: 0.4, cacheWrite: 5 };

describe("a price that somebody typed", () => {
  const typed: Price = { input: 2, output: 10, cachedInput: null };
  it("leaves what long prompts and writing into a cache cost as it is known", () => {
    expect(completePrice(typed, { ...writing, ...price, cacheWrite: 5, peak: true })).toEqual({
      ...typed,
      long: price.long,
      cacheWrite: 5,
    });
  });
  it("stays as it is where it says so itself, is free, or nothing is known", () => {
    const own: Price = { ...typed, long: [], cacheWrite: null };
    const free: Price = { input: 0, output: 0, cachedInput: null };
    const known = { ...price, cacheWrite: 5 };
    expect([completePrice(own, known), completePrice(free, known), completePrice(typed, null)]).toEqual([
      ...[own, free, typed],
    ]);
  });
});

describe("what is written into a cache", () => {
  const written = { promptTokens: 1000, completionTokens: 0, cachedTokens: 600, cacheWriteTokens: 300 };
  it("costs its own price, or that of other tokens", () => {
    expect(costOf(written, writing)).toBeCloseTo((100 * 4 + 600 * 0.4 + 300 * 5) / 1e6, 12);
    expect(costOf(written, { input: 4, output: 20, cachedInput: 0.4 })).toBeCloseTo((400 * 4 + 600 * 0.4) / 1e6, 12);
  });
  it("is never more than the prompt has besides what was read", () => {
    expect(costOf({ ...written, cacheWriteTokens: 9999 }, writing)).toBeCloseTo((600 * 0.4 + 400 * 5) / 1e6, 12);
  });
  it("may be all of a prompt", () => {
    expect(mostCostOf(tokens(1000), writing)).toBeCloseTo((1000 * 5) / 1e6, 12);
  });
  it("is taken off what reading from it saved", () => {
    expect(savedByCache(written, writing)).toBeCloseTo((600 * 3.6 - 300) / 1e6, 12);
  });
});

describe("what was charged", () => {
  it.each([
    ["the provider's word wins", 0.5, writing, 0.5],
    ["the provider's word is enough", 0.5, null, 0.5],
    ["nothing told: the price", undefined, writing, 0.004],
    ["a cost of nothing: the price", 0, writing, 0.004],
    ["a cost of nothing and no price: nothing", 0, null, 0],
    ["neither", undefined, null, null],
  ])("%s", (_name, cost, price, expected) => {
    expect(chargedFor({ ...tokens(1000), cost }, price)).toBe(expected);
  });
});
