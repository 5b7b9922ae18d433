import { describe, expect, it } from "vitest";
import { targetOf } from "../../../src-main/providers/key-target.ts";
import { providerOfKey } from "../../../src-main/providers/provider-specs.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";
import { value } from "../../support/test-home.ts";

describe("whose key it is", () => {
  it.each([
    ["sk-ant-api03-x", "anthropic"],
    ["sk-or-v1-x", "openrouter"],
    ["gsk_x", "groq"],
    ["AIzaSyX", "gemini"],
    ["xai-x", "xai"],
    ["sk-proj-x", "openai"],
    ["sk-x", "openai"],
    [" sk-ant-x\n", "anthropic"],
  ])("%j is one of %s", (key, provider) => {
    expect(providerOfKey(key)?.spec.name).toBe(provider);
  });

  it("is nobody's without a sign", () => {
    expect(providerOfKey("0123456789abcdef")).toBeNull();
  });
});

describe("a choice over the settings", () => {
  const target = (choice: Parameters<typeof targetOf>[0], settings: object = {}) =>
    value(targetOf(choice, settingsSchema.parse(settings)));

  it("sends a key to the provider that it looks like, and asks a gateway for another's model", () => {
    const modelId = "anthropic/claude-sonnet-4-5";
    expect(target({ modelId, apiKey: "sk-or-x" })).toMatchObject({
      provider: "openrouter",
      modelId: `openrouter/${modelId}`,
    });
    expect(target({ modelId: "openai/gpt-5", apiKey: "sk-ant-x" }).settings.providers).toEqual({
      anthropic: { apiKey: "sk-ant-x", extraHeaders: {}, models: [] },
    });
  });

  it("believes the model where the key tells nothing sure, or the address is the user's own", () => {
    expect(target({ modelId: "deepseek/deepseek-chat", apiKey: "sk-x" }).provider).toBe("deepseek");
    expect(target({ modelId: "mistral/m", apiKey: "no-sign" }).provider).toBe("mistral");
    const settings = { providers: { openai: { apiBase: "http://proxy/v1" } } };
    expect(target({ modelId: "openai/gpt-5", apiKey: "sk-ant-x" }, settings).provider).toBe("openai");
  });

  it("takes no address for a key, whoever it is for", () => {
    const apiKey = "https://api.example.com/v1";
    for (const more of [{}, { provider: "openai" }, { modelId: "openai/gpt-5" }]) {
      const refused = targetOf({ apiKey, ...more }, settingsSchema.parse({}));
      expect(refused).toMatchObject({
        ok: false,
        error: { data: { field: "apiKey" }, message: "This is an address, not a key. Copy the key itself." },
      });
    }
  });

  it("believes the person who says whose key it is, or where a server without a key is", () => {
    expect(target({ apiKey: "sk-x", provider: "DeepSeek" })).toMatchObject({
      provider: "deepseek",
      modelId: null,
      starters: expect.arrayContaining([expect.stringMatching(/^deepseek-/)]),
    });
    expect(target({ apiKey: "sk-ant-x", provider: "openrouter", modelId: "openrouter/m" })).toMatchObject({
      provider: "openrouter",
      modelId: "openrouter/m",
    });
    const own = target({ provider: "custom", apiBase: " http://127.0.0.1:9/v1 " });
    expect(own.settings.providers["custom"]).toEqual({
      apiBase: "http://127.0.0.1:9/v1",
      extraHeaders: {},
      models: [],
    });
  });

  it.each([
    [{ provider: "custom", apiKey: "k" }, "apiBase"],
    [{ provider: "custom", apiBase: "localhost" }, "apiBase"],
    [{ provider: "deepseek", apiKey: "sk-a b" }, "apiKey"],
    [{ provider: "nosuch", apiKey: "k" }, "provider"],
  ])("says which field of %o is wrong", (choice, field) => {
    const refused = targetOf(choice, settingsSchema.parse({}));
    expect(refused.ok ? null : refused.error).toMatchObject({ code: "invalid-input", data: { field } });
  });

  it("keeps the name that the settings have for a provider", () => {
    expect(target({ apiKey: "gsk_x" }, { providers: { Groq: {} } })).toMatchObject({ provider: "Groq", modelId: null });
  });

  it("never leaves a key or a model with a provider that the settings force", () => {
    const forced = { agents: { defaults: { provider: "openai" } } };
    expect(target({ apiKey: "sk-ant-x" }, forced).settings.agents.defaults.provider).toBe("auto");
    expect(target({ modelId: "ollama/qwen3" }, forced).settings.agents.defaults.provider).toBe("auto");
    expect(target({ modelId: "openai/gpt-5" }, forced).settings.agents.defaults.provider).toBe("openai");
  });
});
