import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createModelTable } from "../../../src-main/models/model-table.ts";
import { priceOf } from "../../../src-main/models/prices.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";

const resources = join(import.meta.dirname, "../../../resources");
const logged: string[] = [];
const paths = { home: "", resources, databaseWorker: new URL("file:///"), userHome: "" };
const table = createModelTable({ paths, log: (_level, message) => void logged.push(message) });

describe("the table of models", () => {
  it.each([
    ["openai/gpt-5", "gpt-5"],
    ["openai/gpt-5-mini-2025-08-07", "gpt-5-mini"],
    ["openrouter/openai/gpt-4.1", "gpt-4.1"],
    ["openrouter/anthropic/claude-sonnet-4.5:beta", "claude-sonnet-4"],
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

  it.each(["gpt-4omni", "openai/gpt-50", "custom/mygpt-5", "custom/video3", "custom/scripted", ""])(
    "does not take %s for another model",
    (id) => {
      expect(table.find(id)).toBeNull();
    },
  );

  it("has each match once and is read without a complaint", () => {
    const file: { models: { match: string }[] } = JSON.parse(readFileSync(join(resources, "models.json"), "utf8"));
    const matches = file.models.map(({ match }) => match);
    expect(new Set(matches).size).toBe(matches.length);
    expect(matches.filter((match) => table.find(match)?.match !== match)).toEqual([]);
    expect(logged).toEqual([]);
  });

  it("is empty, with a word in the log, where it cannot be read", () => {
    const words: string[] = [];
    const none = createModelTable({
      paths: { ...paths, resources: "/nowhere" },
      log: (level) => void words.push(level),
    });
    expect([none.find("openai/gpt-5"), none.find("openai/gpt-5"), words]).toEqual([null, null, ["error"]]);
  });
});

describe("the price of a model", () => {
  const price = (id: string, settings: object = {}) => priceOf(id, settingsSchema.parse(settings), table);
  it("is what the settings say, by the whole id or by the model", () => {
    const own = { input: 1, output: 2 };
    expect(price("openai/gpt-5", { prices: { "openai/gpt-5": own } })).toEqual({ ...own, cachedInput: null });
    expect(price("openai/gpt-5", { prices: { "gpt-5": { ...own, cachedInput: 0.5 } } })?.cachedInput).toBe(0.5);
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
    expect(priceOf("openai/gpt-5", null, table)?.input).toBe(1.25);
  });
});
