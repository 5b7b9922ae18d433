import { describe, expect, it } from "vitest";
import { createMessageAdapter } from "../../../src-main/models/adapt-messages.ts";
import { keyHeader } from "../../../src-main/models/addresses.ts";
import { plainQuirks } from "../../../src-main/models/quirks.ts";
import { wireCallId } from "../../../src-main/models/wire.ts";
import { providerSpecs } from "../../../src-main/providers/provider-list.ts";
import {
  namesModelOf,
  providerOfBase,
  providerOfKey,
  providerSpec,
  quirksFor,
} from "../../../src-main/providers/provider-specs.ts";
import { resolveModel } from "../../../src-main/providers/resolve-model.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";

describe("the list of providers", () => {
  it("has every name, variable and prefix once, and gateways before providers before this machine", () => {
    const names = providerSpecs.map(({ name }) => name);
    const variables = providerSpecs.flatMap(({ keyVariable }) => keyVariable ?? []);
    const prefixes = providerSpecs.flatMap(({ keyPrefixes }) => keyPrefixes);
    for (const list of [names, variables, prefixes]) expect(new Set(list).size).toBe(list.length);
    const order = ["custom", "gateway", "hosted", "local"];
    const kinds = providerSpecs.map(({ kind }) => order.indexOf(kind));
    expect(kinds).toEqual(kinds.toSorted());
  });
  it("knows the address of each provider that has one as its own, and has a model to begin with for each hosted one", () => {
    const strange = providerSpecs.filter(
      ({ apiBase, kind, name }) => apiBase !== null && kind !== "local" && providerOfBase(apiBase)?.name !== name,
    );
    expect(strange).toEqual([]);
    expect(providerSpecs.filter(({ kind, starters }) => kind === "hosted" && starters.length === 0)).toEqual([]);
  });
});

describe("whose it is", () => {
  it.each([
    ["sk-or-v1-x", "openrouter", true],
    ["sk-ant-x", "anthropic", true],
    ["sk-x", "openai", false],
    ["github_pat_x", "github", true],
    ["vck_x", "vercel", true],
    ["csk-x", "cerebras", true],
  ])("a key %s", (key, name, isSure) => {
    expect(providerOfKey(key)).toMatchObject({ spec: { name }, isSure });
  });
  it.each([
    ["https://api.openai.com/v1", "openai"],
    ["https://mine.openai.azure.com/openai/v1?api-version=preview", "azure"],
    ["https://litellm.mine.example/v1", "litellm"],
    ["http://127.0.0.1:11434/v1", "ollama"],
    ["https://api.openai.com.elsewhere.example/v1", undefined],
    ["not an address", undefined],
  ])("an address %s", (base, name) => {
    expect(providerOfBase(base)?.name).toBe(name);
  });
  it.each([
    ["openai", "o3-mini", true],
    ["openai", "foo3", false],
    ["dashscope", "qwen2.5-72b", true],
    ["moonshot", "Kimi-K2", true],
    ["openai", "gpt-6.2-sol", true],
    ["anthropic", "claude-fable-5-2", true],
    ["gemini", "gemini-4-argon", true],
    ["dashscope", "qwen3.8-max", true],
    ["minimax", "MiniMax-M3.1-Flash", true],
  ])("a model of %s: %s is %s", (provider, model, is) => {
    expect(namesModelOf(providerSpec(provider), model)).toBe(is);
  });
});

function resolved(modelId: string, settings: object, env: Record<string, string> = {}) {
  const found = resolveModel(settingsSchema.parse(settings), env, modelId);
  if (!found.ok || found.value.kind === "practice") throw new Error("not resolved");
  return found.value;
}

describe("the order in which a model's provider is found", () => {
  const keys = { OPENROUTER_API_KEY: "k", OPENAI_API_KEY: "k", DASHSCOPE_API_KEY: "k" };
  it.each([
    ["a forced provider", "gpt-5", { agents: { defaults: { provider: "dashscope" } } }, "dashscope/gpt-5"],
    ["the prefix", "openai/gpt-5", {}, "openai/gpt-5"],
    ["a gateway for another's name", "anthropic/claude-x", {}, "openrouter/anthropic/claude-x"],
    ["a gateway for a maker without a provider", "meta-llama/llama-4", {}, "openrouter/meta-llama/llama-4"],
    ["a word in the name", "qwen-plus", {}, "dashscope/qwen-plus"],
    ["this machine", "my-own", { providers: { ollama: {} } }, "ollama/my-own"],
    ["the first with a key", "my-own", {}, "openrouter/my-own"],
  ])("%s", (_what, modelId, settings, id) => {
    expect(resolved(modelId, settings, keys).id).toBe(id);
  });
  it("knows a gateway under a name of the user's own by its address or its key", () => {
    const byBase = { providers: { work: { apiBase: "https://aihubmix.com/v1", apiKey: "k" } } };
    expect(resolved("meta-llama/llama-4", byBase).id).toBe("work/meta-llama/llama-4");
    const byKey = { providers: { custom: { apiKey: "sk-or-v1-x" } } };
    expect(resolved("meta-llama/llama-4", byKey)).toMatchObject({
      id: "custom/meta-llama/llama-4",
      baseUrl: "https://openrouter.ai/api/v1",
    });
  });
  it("sends no key of the environment to an address under another name", () => {
    const settings = { providers: { work: { apiBase: "https://api.openai.com/v1" } } };
    expect(resolved("work/gpt-5", settings, keys).key).toEqual({ kind: "none" });
  });
});

describe("what an endpoint is known to want", () => {
  const at = (apiBase: string) => ({ providers: { custom: { apiBase } } });
  it("goes with its address under any name", () => {
    expect(resolved("custom/m", at("https://api.mistral.ai/v1")).quirks).toMatchObject({ callIds: "nine" });
    expect(resolved("custom/m", at("https://x.openai.azure.com/v1")).quirks).toMatchObject({ keyHeader: "api-key" });
    expect(resolved("custom/m", at("https://nobody.example/v1")).quirks).toEqual(plainQuirks);
  });
  const asked = { effortWithTools: "asked" };
  const thinksNot = { effortWithTools: "none" };
  it.each([
    ["openai", "gpt-5-mini", { sendsTemperature: false, sendsReasoningEffort: true, ...asked }],
    ["openai", "openai/o3", { sendsTemperature: false, sendsReasoningEffort: true }],
    ["openai", "gpt-5-chat-latest", { sendsTemperature: true, sendsReasoningEffort: true }],
    ["openai", "gpt-5.3-chat-latest", { sendsTemperature: true, ...asked }],
    ["openai", "gpt-4o", { sendsTemperature: true, sendsReasoningEffort: false }],
    ["openai", "gpt-5.4-mini-2026-03-17", { sendsTemperature: false, ...thinksNot }],
    ["openai", "gpt-5.6-sol", { sendsTemperature: false, ...thinksNot }],
    ["openai", "openai/gpt-6-luna", { maxTokensField: "max_completion_tokens", sendsTemperature: false, ...thinksNot }],
    ["azure", "gpt-6.1-terra", { sendsTemperature: false, ...thinksNot }],
    ["openai", "gpt-6-astra", { sendsTemperature: false, ...asked }],
    ["openai", "gpt-6.1-sol", { sendsTemperature: false, ...asked }],
    ["openai", "gpt-6.2-sol", { sendsTemperature: false, ...asked }],
    ["anthropic", "claude-sonnet-4-6", { sendsTemperature: true }],
    ["anthropic", "claude-sonnet-4-20250514", { sendsTemperature: true }],
    ["anthropic", "claude-haiku-4-5-20251001", { sendsTemperature: true }],
    ["anthropic", "claude-3-5-haiku-20241022", { sendsTemperature: true }],
    ["anthropic", "claude-opus-4-7", { sendsTemperature: false }],
    ["anthropic", "claude-sonnet-5", { sendsTemperature: false }],
    ["anthropic", "claude-haiku-5-5", { sendsTemperature: false }],
    ["anthropic", "claude-fable-5-2", { sendsTemperature: false }],
    ["deepseek", "deepseek-flash", { takesImages: true }],
    ["deepseek", "deepseek-v4-flash", { takesImages: true }],
    ["deepseek", "deepseek-v4-pro", { takesImages: false }],
    ["gemini", "models/gemini-2.5-flash", { sendsTemperature: true }],
    ["gemini", "models/gemini-3.8-flash", { sendsTemperature: false }],
    ["gemini", "gemini-4-argon", { sendsTemperature: false }],
    ["moonshot", "kimi-k2-0905-preview", { sendsTemperature: true }],
    ["moonshot", "kimi-k2.6", { sendsTemperature: false }],
    ["moonshot", "kimi-k3.1-pro", { sendsTemperature: false }],
    ["xai", "grok-3-mini", { sendsReasoningEffort: true }],
    ["xai", "grok-4-1-fast", { sendsReasoningEffort: false }],
    ["xai", "grok-4.20-0309-reasoning", { sendsReasoningEffort: false }],
    ["xai", "grok-4.3", { sendsReasoningEffort: true }],
    ["xai", "grok-4.7", { sendsReasoningEffort: true }],
  ])("differs by model: %s %s", (provider, model, quirks) => {
    expect(quirksFor(providerSpec(provider), model)).toMatchObject(quirks);
  });
  it.each([
    ["openai", "gpt-4o gpt-5-mini gpt-5.3-chat-latest gpt-5-search-api o3 chatgpt-4o-latest", "chat"],
    ["openai", "gpt-5.4 gpt-5.6-sol gpt-6-astra gpt-6.1-sol gpt-6.2-sol gpt-7 gpt-10-sol", "responses"],
    ["openai", "gpt-5-codex gpt-5.1-codex-mini gpt-5-pro-2025-10-06 o3-pro codex-mini-latest", "responses"],
    ["azure", "gpt-5.4", "responses"],
    ["openrouter", "openai/gpt-6-astra", "chat"],
  ])("is asked in its own way: %s %s", (provider, models, api) => {
    for (const model of models.split(" "))
      expect([model, quirksFor(providerSpec(provider), model).api]).toEqual([model, api]);
  });
  it("makes ids of its own shape, the same one for the same id", () => {
    expect(wireCallId("functions.f:0", { callIds: "word" })).toMatch(/^[a-zA-Z0-9_-]+$/);
    expect(wireCallId("call_1-a", { callIds: "word" })).toBe("call_1-a");
    expect(wireCallId("call_1-a", { callIds: "nine" })).toBe(wireCallId("call_1-a", { callIds: "nine" }));
  });
  it("gets a word of the model between a result and the user", () => {
    const adapt = createMessageAdapter({ ...plainQuirks, bridgesResults: true });
    const message = (role: "user" | "tool") => ({ role, json: `{"role":"${role}","content":"x"}`, tokens: 1 });
    const roles = adapt([message("tool"), message("tool"), message("user"), message("user")]).map(({ role }) => role);
    expect(roles).toEqual(["tool", "tool", "assistant", "user", "user"]);
  });
  it("has the key in its own header", () => {
    expect(keyHeader("api-key", "k")).toEqual({ name: "api-key", value: "k" });
    expect(keyHeader("bearer", "k")).toEqual({ name: "authorization", value: "Bearer k" });
  });
});
