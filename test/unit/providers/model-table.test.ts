import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createModelTable } from "../../../src-main/providers/model-table.ts";
import { priceOf } from "../../../src-main/providers/prices.ts";
import type { LongPrice, Price } from "../../../src-preload/contract/providers.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";

const resources = join(import.meta.dirname, "../../../resources");
const logged: string[] = [];
const paths = {
  home: "",
  resources,
  databaseWorker: new URL("file:///"),
  pdfWorker: new URL("file:///"),
  sandboxHost: new URL("file:///"),
  pageWorker: new URL("file:///"),
  parts: "/nowhere",
  userHome: "",
  node: null,
};
const table = createModelTable({ paths, log: (_level, message) => void logged.push(message) });

describe("the table of models", () => {
  it.each([
    ["openai/gpt-5", "gpt-5"],
    ["openai/gpt-5-mini-2025-08-07", "gpt-5-mini"],
    ["openrouter/openai/gpt-4.1", "gpt-4.1"],
    ["openrouter/anthropic/claude-sonnet-4.5:beta", "claude-sonnet-4-5"],
    ["claude-opus-4-5-20251101", "claude-opus-4-5"],
    ["custom/us.anthropic.claude-3-5-haiku-20241022-v1:0", "claude-3-5-haiku"],
    ["gemini/models/gemini-2.5-flash-lite", "gemini-2.5-flash-lite"],
    ["groq/openai/gpt-oss-120b", "groq/openai/gpt-oss-120b"],
    ["openrouter/openai/gpt-oss-120b", "gpt-oss-120b"],
    ["openai/o3-mini", "o3-mini"],
    ["custom/GLM-4.6", "glm-4.6"],
  ])("knows %s as %s: the longest match wins, also behind a prefix", (id, match) => {
    expect(table.find(id)?.match).toBe(match);
  });

  /** As providers write them → window; dollars for a million tokens in, out and cached. */
  it.each<[id: string, contextWindow: number | null, price: [number, number, number | null] | null]>([
    ["openai/gpt-6.2-astra", 1_050_000, [8, 40, 0.4]],
    ["openai/gpt-6.1-sol", 1_050_000, [2, 10, 0.1]],
    ["openai/gpt-6.1-terra", 1_050_000, [1, 5, 0.05]],
    ["openrouter/openai/gpt-6-luna", 1_050_000, [0.1, 0.5, 0.01]],
    ["azure/gpt-6-astra", 1_050_000, [10, 50, 1]],
    ["custom/global.openai.gpt-5.6-sol", 1_050_000, [5, 30, 0.5]],
    ["vercel/openai/gpt-5.6-terra", 1_050_000, [2, 12, 0.2]],
    ["openai/gpt-5.5-pro", 1_050_000, [30, 180, null]],
    ["openai/gpt-5.4-mini-2026-03-17", 400_000, [0.75, 4.5, 0.075]],
    ["openai/gpt-5.2-codex", 400_000, [1.75, 14, 0.175]],
    ["gpt-5-2025-08-07", 400_000, [1.25, 10, 0.125]],
    ["openai/gpt-4o-2024-05-13", 128_000, [5, 15, null]],
    ["openai/gpt-4-0613", 8192, [30, 60, null]],
    ["anthropic/claude-fable-5-2", 1_000_000, [8, 40, 0.2]],
    ["anthropic/claude-opus-5-5", 1_000_000, [4, 20, 0.2]],
    ["openrouter/anthropic/claude-sonnet-5.5", 1_000_000, [2, 10, 0.1]],
    ["anthropic/claude-haiku-5-5", 1_000_000, [0.1, 0.5, 0.01]],
    ["custom/us.anthropic.claude-opus-4-8-v1", 1_000_000, [5, 25, 0.5]],
    ["custom/eu.anthropic.claude-sonnet-4-5-20250929-v1:0", 200_000, [3, 15, 0.3]],
    ["custom/claude-opus-4-1@20250805", 200_000, [15, 75, 1.5]],
    ["anthropic/claude-sonnet-4-0", 200_000, [3, 15, 0.3]],
    ["gemini/models/gemini-4-argon", 1_048_576, [4, 20, 0.2]],
    ["gemini/gemini-4-hydrogen", 1_048_576, [1.5, 7.5, 0.075]],
    ["openrouter/google/gemini-3.8-flash:batch", 1_048_576, [1.5, 7.5, 0.15]],
    ["gemini/gemini-3.1-pro-preview-customtools", 1_048_576, [2, 12, 0.2]],
    ["gemini/gemini-2.5-flash-lite-preview-09-2025", 1_048_576, [0.1, 0.4, 0.01]],
    ["deepseek/deepseek-flash", 1_000_000, [0.3, 1.2, 0.006]],
    ["openrouter/deepseek/deepseek-v4-pro-0813", 1_000_000, [1.32, 3.96, 0.044]],
    ["deepseek/deepseek-chat", 131_072, null],
    ["siliconflow/deepseek-ai/DeepSeek-V3.1", 131_072, null],
    ["mistral/mistral-large-4-0", 1_048_576, [0.7, 2.1, null]],
    ["mistral/mistral-large-2512", 262_144, [0.5, 1.5, 0.05]],
    ["mistral/mistral-medium-2604", 262_144, [1.5, 7.5, 0.15]],
    ["openrouter/mistralai/mistral-medium-3.1", 131_072, [0.4, 2, 0.04]],
    ["mistral/ministral-8b-latest", 262_144, [0.15, 0.15, 0.015]],
    ["openrouter/x-ai/grok-4.7", 500_000, [2, 6, 0.5]],
    ["xai/grok-4.20-0309-reasoning", 1_000_000, [1.25, 2.5, 0.2]],
    ["xai/grok-4-1-fast-reasoning", 2_000_000, [0.2, 0.5, 0.05]],
    ["moonshot/kimi-k3.1-pro", 1_048_576, [2, 10, 0.2]],
    ["moonshot/kimi-k3.1-pro-highspeed", 1_048_576, null],
    ["openrouter/moonshotai/kimi-k2.6:free", 262_144, [0.95, 4, 0.16]],
    ["zhipu/GLM-5.3-FlashX", 1_000_000, [0.37, 1.25, 0.075]],
    ["openrouter/z-ai/glm-5.2", 1_000_000, [1.4, 4.4, 0.26]],
    ["dashscope/qwen3.8-max-0902", 1_000_000, [2, 6, 0.25]],
    ["dashscope/qwen3.5-flash-2026-02-23", 1_000_000, [0.1, 0.4, 0.01]],
    ["minimax/MiniMax-M3.1-Flash", 1_000_000, [0.15, 0.6, 0.015]],
    ["minimax/MiniMax-M2.7-highspeed", 204_800, [0.6, 2.4, 0.06]],
    ["groq/qwen/qwen3.8-27b", 131_042, [0.8, 4, null]],
    ["openrouter/cohere/command-r7b-12-2024", 128_000, [0.0375, 0.15, null]],
    ["openrouter/perplexity/sonar-pro", 200_000, [3, 15, null]],
  ])("knows the window and the price of %s", (id, contextWindow, price) => {
    const [input, output, cachedInput] = price ?? [];
    expect(table.find(id)).toMatchObject({ contextWindow, price: price && { input, output, cachedInput } });
  });

  it.each(["gpt-4omni", "openai/gpt-50", "custom/mygpt-5", "custom/video3", "custom/scripted", ""])(
    "does not take %s for another model",
    (id) => {
      expect(table.find(id)).toBeNull();
    },
  );
  it.each([
    ["a later version", "openai/gpt-5.9", "openrouter/openai/gpt-6.3-sol", "openai/gpt-4.5-preview"],
    [
      "a later version with hyphens",
      "anthropic/claude-opus-5-6",
      "custom/us.anthropic.claude-sonnet-5-7-20270101-v1:0",
    ],
    ["a later version of others", "gemini/gemini-4.1-argon", "zhipu/glm-5.4", "moonshot/kimi-k3.2-pro", "xai/grok-4.8"],
    [
      "a dearer way",
      "vercel/openai/gpt-6-sol-fast",
      "zhipu/glm-5.3-prime",
      "xai/grok-3-fast",
      "openai/gpt-6.2-sol-pro",
    ],
  ])("does not take %s for the model that it begins with", (_what, ...ids) => {
    expect(ids.filter((id) => table.find(id) !== null)).toEqual([]);
  });
  it("tells a date from a version", () => {
    for (const date of ["0813", "2512", "20270101", "2027-01-01", "12-2026", "001", "0"]) {
      expect(table.find(`deepseek/deepseek-v4-pro-${date}`)?.match).toBe("deepseek-v4-pro");
    }
  });

  it("has each match once and is read without a complaint", () => {
    const file: { models: { match: string }[] } = JSON.parse(readFileSync(join(resources, "models.json"), "utf8"));
    const matches = file.models.map(({ match }) => match);
    expect(new Set(matches).size).toBe(matches.length);
    expect(matches.filter((match) => table.find(match)?.match !== match)).toEqual([]);
    expect(logged).toEqual([]);
  });

  it("knows that Anthropic takes a quarter more for writing to its cache", () => {
    for (const id of ["claude-fable-5-2", "claude-opus-5-5", "claude-haiku-5-5"]) {
      const price = table.find(`anthropic/${id}`)?.price;
      for (const each of [price, ...(price?.long ?? [])])
        expect(each?.cacheWrite).toBeCloseTo((each?.input ?? 0) * 1.25, 6);
    }
    expect(table.find("claude-fable-5-2")?.price).toMatchObject({ input: 8, cachedInput: 0.2 });
  });

  /** Above so many tokens; dollars in, out and cached. */
  it.each<[id: string, ...long: (readonly [number, number, number, number | null])[]]>([
    ["anthropic/claude-haiku-5-5", [100_000, 0.5, 2.5, 0.05]],
    ["openai/gpt-6.1-sol", [272_000, 4, 15, 0.2]],
    ["openrouter/openai/gpt-5.4-pro", [272_000, 60, 270, null]],
    ["gemini/gemini-3.1-pro-preview", [200_000, 4, 18, 0.4]],
    ["xai/grok-4.20-0309-reasoning", [199_999, 2.5, 5, 0.4]],
    ["dashscope/qwen3-max", [32_000, 2.4, 12, 0.48], [128_000, 3, 15, 0.6]],
    ["minimax/MiniMax-M3", [512_000, 0.6, 2.4, 0.12]],
  ])("knows what long prompts cost of %s", (id, ...long) => {
    expect(table.find(id)?.price?.long).toMatchObject(
      long.map(([above, input, output, cachedInput]) => ({ above, input, output, cachedInput })),
    );
  });

  it("has one price where a longer prompt costs no more", () => {
    const ids = ["openai/gpt-4.1", "anthropic/claude-opus-5-5", "gemini/gemini-4-argon", "dashscope/qwen3.8-max"];
    expect(ids.filter((id) => table.find(id)?.price?.long !== undefined)).toEqual([]);
  });

  it("has lengths that rise and lie within the window, and prices that rise with them", () => {
    const file: { models: { match: string }[] } = JSON.parse(readFileSync(join(resources, "models.json"), "utf8"));
    const known = file.models.map(({ match }) => table.find(match)).filter((entry) => entry !== null);
    const longer = known.filter(({ price }) => price?.long !== undefined);
    expect(longer.length).toBeGreaterThan(30);
    const rises = (values: readonly (number | null | undefined)[]) => {
      const told = values.filter((value) => typeof value === "number");
      return told.every((value, index) => index === 0 || value > (told[index - 1] ?? 0));
    };
    const wrong = longer.filter(({ contextWindow, price }) => {
      const long: readonly LongPrice[] = price?.long ?? [];
      const lengths = [0, ...long.map(({ above }) => above), contextWindow];
      const prices = (["input", "output", "cachedInput"] as const).map((of) => [
        price?.[of],
        ...long.map((at) => at[of]),
      ]);
      return ![lengths, ...prices].every(rises);
    });
    expect(wrong.map(({ match }) => match)).toEqual([]);
  });

  it("is empty, with a word in the log, where it cannot be read", () => {
    const words: string[] = [];
    const none = createModelTable({
      paths: { ...paths, resources: "/nowhere" },
      log: (level) => void words.push(level),
    });
    expect([none.find("openai/gpt-5"), none.find("openai/gpt-5"), words]).toEqual([null, null, ["error"]]);
  });

  it("lacks an entry that cannot be read, with a word in the log, and knows the others", () => {
    const folder = mkdtempSync(join(tmpdir(), "perch-table-"));
    const model = { contextWindow: 8000, maxOutputTokens: null, images: false, tools: true, reasoning: false };
    const models = [
      { ...model, match: "good", price: null },
      { ...model, match: "bad", price: "three" },
    ];
    writeFileSync(join(folder, "models.json"), JSON.stringify({ date: "2026-11-22", models }));
    const words: string[] = [];
    const some = createModelTable({
      paths: { ...paths, resources: folder },
      log: (_, message, data) => void words.push(`${message}: ${String(data?.["match"])}`),
    });
    expect([some.find("bad"), some.find("bad"), some.find("good")?.contextWindow]).toEqual([null, null, 8000]);
    rmSync(folder, { recursive: true });
    expect(words).toEqual(["an entry of the table of models cannot be read: bad"]);
  });
});

describe("the price of a model", () => {
  const price = (id: string, settings: object = {}, listed: Price | null = null) =>
    priceOf(id, settingsSchema.parse(settings), { table, listed });
  it("is what the settings say, by the whole id or by the model", () => {
    const own = { input: 1, output: 2 };
    expect(price("openai/gpt-5", { prices: { "openai/gpt-5": own } })).toEqual({ ...own, cachedInput: null });
    expect(price("openai/gpt-5", { prices: { "gpt-5": { ...own, cachedInput: 0.5 } } })?.cachedInput).toBe(0.5);
  });
  it("of one's own leaves what long prompts cost as the table has it, unless it says so itself", () => {
    const long = [{ above: 1000, input: 9, output: 9, cachedInput: null }];
    const own = { input: 1, output: 2 };
    const known = table.find("openai/gpt-6.1-sol")?.price?.long;
    const ofOwn = (more: object) => price("openai/gpt-6.1-sol", { prices: { "gpt-6.1-sol": { ...own, ...more } } });
    expect(ofOwn({})).toEqual({ ...own, cachedInput: null, long: known });
    expect([ofOwn({ long })?.long, ofOwn({ long: [] })?.long]).toEqual([long, []]);
    expect(ofOwn({ input: 0, output: 0 })?.long).toBeUndefined();
    const atHome = { prices: { "ollama/qwen3-coder-plus": own } };
    expect(price("ollama/qwen3-coder-plus", atHome)).toEqual({ ...own, cachedInput: null });
  });
  it("of one's own leaves what writing into a cache costs as the table has it, unless it says so itself", () => {
    const known = table.find("anthropic/claude-sonnet-5")?.price?.cacheWrite;
    const ofOwn = (more: object) =>
      price("anthropic/claude-sonnet-5", { prices: { "claude-sonnet-5": { input: 1, output: 2, ...more } } })
        ?.cacheWrite;
    expect(known).toBeGreaterThan(0);
    expect([ofOwn({}), ofOwn({ cacheWrite: 7 }), ofOwn({ cacheWrite: null })]).toEqual([known, 7, null]);
  });
  it("says where it is the one of the busiest hours, and not of a price of one's own", () => {
    expect(price("deepseek/deepseek-v4-pro")?.peak).toBe(true);
    expect(price("deepseek/deepseek-v4-pro", { prices: { "deepseek-v4-pro": { input: 1, output: 2 } } })?.peak).toBe(
      undefined,
    );
  });
  it("of a provider's list gets what long prompts cost from the table, where the two agree else", () => {
    const known = price("openai/gpt-6.1-sol");
    const listed = { input: 2, output: 10, cachedInput: null };
    expect(price("openai/gpt-6.1-sol", {}, listed)).toEqual({ ...listed, long: known?.long });
    const others = { ...listed, input: 3 };
    expect(price("openai/gpt-6.1-sol", {}, others)).toEqual(others);
    expect(price("openrouter/nobody/knows", {}, listed)).toEqual(listed);
    const own = { prices: { "gpt-6.1-sol": { input: 1, output: 1 } } };
    expect(price("openai/gpt-6.1-sol", own, listed)).toMatchObject({ input: 1, output: 1 });
  });
  it("is the list price else", () => {
    expect(price("openai/gpt-5-mini")).toEqual({ input: 0.25, output: 2, cachedInput: 0.025 });
  });
  it("is nothing on this machine, and unknown where nothing tells it", () => {
    const free = { input: 0, output: 0, cachedInput: 0 };
    expect(price("practice/practice")).toEqual(free);
    expect(price("ollama/gpt-oss-20b")).toEqual(free);
    expect(price("custom/m", { providers: { custom: { apiBase: "http://127.0.0.1:9/v1" } } })).toEqual(free);
    expect(price("custom/m", { providers: { custom: { apiBase: "https://models.example/v1" } } })).toBeNull();
    expect(priceOf("openai/gpt-5", null, { table, listed: null })?.input).toBe(1.25);
  });
});
