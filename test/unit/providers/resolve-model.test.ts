import { describe, expect, it } from "vitest";
import type { SecretStore } from "../../../src-main/host.ts";
import { readKey, resolveModel } from "../../../src-main/providers/resolve-model.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";

function resolve(modelId: string, settings: Record<string, unknown> = {}, env: Record<string, string> = {}) {
  const found = resolveModel(settingsSchema.parse(settings), env, modelId);
  if (!found.ok) return found.error.message;
  const model = found.value;
  return model.kind === "practice" ? "practice" : { id: model.id, name: model.modelName, base: model.baseUrl };
}
const openai = { OPENAI_API_KEY: "k" };

describe("a model is found", () => {
  it("by the provider in front of it", () => {
    expect(resolve("openai/gpt-5", {}, openai)).toEqual({
      id: "openai/gpt-5",
      name: "gpt-5",
      base: "https://api.openai.com/v1",
    });
  });
  it("at any address, with any name, without a key", () => {
    const settings = { providers: { custom: { apiBase: "http://127.0.0.1:9/v1" } } };
    expect(resolve("custom/some/model:7b", settings)).toEqual({
      id: "custom/some/model:7b",
      name: "some/model:7b",
      base: "http://127.0.0.1:9/v1",
    });
  });
  it("at an address whose provider has a name of its own", () => {
    const settings = { providers: { "my-box": { apiBase: "http://127.0.0.1:9/v1" } } };
    expect(resolve("my-box/m", settings)).toMatchObject({ id: "my-box/m", name: "m" });
  });
  it("at the provider that the settings force, whatever the name says", () => {
    const settings = { agents: { defaults: { provider: "groq" } }, providers: { groq: { apiKey: "k" } } };
    expect(resolve("openai/gpt-oss", settings, openai)).toMatchObject({
      id: "groq/openai/gpt-oss",
      name: "openai/gpt-oss",
    });
  });
  it("by a word in its name among the providers that are set up", () => {
    const env = { OPENAI_API_KEY: "k", MISTRAL_API_KEY: "k" };
    expect(resolve("codestral-latest", {}, env)).toMatchObject({ id: "mistral/codestral-latest" });
  });
  it("by the list of a configured provider before any word", () => {
    const settings = { providers: { custom: { apiBase: "http://127.0.0.1:9/v1", models: ["gpt-mine"] } } };
    expect(resolve("gpt-mine", settings, openai)).toMatchObject({ id: "custom/gpt-mine" });
  });
  it("on the own machine before a provider that does not fit", () => {
    const settings = { providers: { ollama: {} } };
    expect(resolve("qwen3:4b", settings, openai)).toMatchObject({
      id: "ollama/qwen3:4b",
      base: "http://127.0.0.1:11434/v1",
    });
  });
  it("through a gateway when its own provider is not set up", () => {
    expect(resolve("anthropic/claude-x", {}, { OPENROUTER_API_KEY: "k" })).toMatchObject({
      id: "openrouter/anthropic/claude-x",
      name: "anthropic/claude-x",
    });
  });
  it("as the practice model without anything", () => {
    expect(resolve("practice/practice")).toBe("practice");
  });
});

const withHeaders = (extraHeaders: object) => ({ providers: { custom: { apiBase: "http://h/v1", extraHeaders } } });

describe("what cannot be found says what to do", () => {
  it.each([
    ["openai/gpt-5", {}, "OPENAI_API_KEY"],
    ["custom/m", {}, "providers.custom.apiBase"],
    ["custom/m", { providers: { custom: { apiBase: "localhost:80" } } }, "not a web address"],
    ["nosuch/m", {}, "no provider named “nosuch”"],
    ["m", {}, "PROVIDER/m"],
    ["custom/m", withHeaders({ "X A": "a" }), "header “X A” of Custom"],
    ["custom/m", withHeaders({ "X-A": "中" }), "header “X-A” of Custom"],
    ["custom/m", withHeaders({ "X-A": "a\nb" }), "header “X-A” of Custom"],
    ["custom/m", { providers: { custom: { apiBase: "http://h/v1", apiKey: "a b" } } }, "key of Custom"],
    ["m", { agents: { defaults: { provider: "nosuch" } } }, "nosuch"],
  ])("%s", (modelId, settings, words) => {
    expect(resolve(modelId, settings)).toContain(words);
  });
});

describe("the key of a provider", () => {
  const secrets: SecretStore = {
    get: async (name) => `secret of ${name}`,
    set: async () => undefined,
    remove: async () => undefined,
    where: async () => ({ kind: "key-store" }),
    placeOf: async () => "key-store",
    inFile: async () => [],
  };
  async function keyOf(apiKey: string | undefined, env = {}): Promise<string | null> {
    const provider = apiKey === undefined ? {} : { apiKey };
    const found = resolveModel(
      settingsSchema.parse({ providers: { openai: { apiBase: "http://h/v1", ...provider } } }),
      env,
      "openai/m",
    );
    return found.ok && found.value.kind === "endpoint" ? readKey(found.value.key, secrets) : "unresolved";
  }
  it("is read from the key store, the settings or the environment, in this order of trust", async () => {
    expect(await keyOf("secret:mine", openai)).toBe("secret of mine");
    expect(await keyOf("plain", openai)).toBe("plain");
    expect(await keyOf(undefined, openai)).toBe("k");
    expect(await keyOf(undefined)).toBeNull();
  });
});
