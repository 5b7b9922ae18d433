import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import { createTestHome, noServers, type TestHome, terminal, value } from "../../support/test-home.ts";

let home: TestHome;
let client: Connection;

async function open(env: Readonly<Record<string, string>> = {}, localPorts: Readonly<Record<string, number>> = {}) {
  home = await createTestHome(env);
  client = home.open({ localPorts: { ...noServers, ...localPorts } }).connect(terminal);
}
beforeEach(() => open());
afterEach(() => home[Symbol.asyncDispose]());

describe("what goes along with a provider", () => {
  const uses = async (name: string) => value(await client.request("provider.uses", { name }));
  // Nothing is asked over the network of a test.
  const away = { apiKey: "k", apiBase: "http://127.0.0.1:1/v1" };
  const both = { openai: away, mistral: away };
  const kept = async () => {
    const { agents, ui } = value(await client.request("settings.get", {})).settings;
    return { ...agents.defaults, favourites: ui.favouriteModels };
  };

  it("is the default, the fallbacks and the chats that use its models, and what could stand in", async () => {
    const defaults = { model: "openai/gpt-5", fallbackModels: ["openai/gpt-5-mini", "mistral/m"] };
    await home.config({ agents: { defaults }, providers: both });
    for (const [chat, model] of [
      ["a", "openai/gpt-5"],
      ["b", "openai/x"],
      ["c", "mistral/m"],
    ] as const) {
      value(await client.request("session.update", { sessionKey: `cli:${chat}`, patch: { model } }));
    }
    const { others, ...rest } = await uses("openai");
    expect(rest).toEqual({
      defaultModel: "openai/gpt-5",
      fallbackModels: ["openai/gpt-5-mini"],
      chats: 2,
      stays: null,
    });
    expect(others[0]).toBe("mistral/m");
    expect(others.filter((id) => id.startsWith("openai/"))).toEqual([]);
    expect(await uses("mistral")).toMatchObject({ defaultModel: null, fallbackModels: ["mistral/m"], chats: 1 });
  });

  it("never offers its own models, also where another one would take their name", async () => {
    const server = { apiBase: "http://127.0.0.1:1/v1" };
    const own = { ...server, models: ["scripted"] };
    // Without `custom` the name goes to whoever takes names with a maker in front.
    const gateway = { apiKey: "k", ...server, models: ["other"] };
    await home.config({
      agents: { defaults: { model: "custom/scripted", fallbackModels: ["custom/second"] } },
      providers: { custom: own, openrouter: gateway },
    });
    const { others } = await uses("custom");
    expect(others.filter((id) => id.startsWith("custom/"))).toEqual([]);
    expect(others).toContain("openrouter/other");
  });

  it("leaves no default, fallback or favourite behind, and takes the model that was chosen instead", async () => {
    const defaults = { model: "openai/gpt-5", fallbackModels: ["openai/gpt-5-mini", "mistral/m", "mistral/n"] };
    const ui = { favouriteModels: ["openai/gpt-5", "mistral/m"] };
    await home.config({ agents: { defaults }, providers: both, ui });
    const wrong = await client.request("provider.remove", { name: "openai", model: "openai/gpt-5" });
    expect(wrong.ok ? null : wrong.error.code).toBe("no-model");
    value(await client.request("provider.remove", { name: "openai", model: "mistral/m" }));
    expect(await kept()).toMatchObject({
      model: "mistral/m",
      fallbackModels: ["mistral/n"],
      favourites: ["mistral/m"],
    });
    value(await client.request("provider.remove", { name: "mistral" }));
    expect(await kept()).toMatchObject({ model: null, fallbackModels: [], favourites: [] });
  });

  it("is a default without a provider in front too, and a provider that is forced on every model", async () => {
    await home.config({
      agents: { defaults: { model: "gpt-5", provider: "openai" } },
      providers: { OpenAI: away, mistral: away },
    });
    expect((await uses("openai")).defaultModel).toBe("gpt-5");
    value(await client.request("provider.remove", { name: "openai" }));
    expect(await kept()).toMatchObject({ model: null, provider: "auto" });
  });

  it("is nothing where the environment has its key, or it runs on this computer", async () => {
    await using running = await startScriptedEndpoint([]);
    await home[Symbol.asyncDispose]();
    await open({ GROQ_API_KEY: "gsk_private" }, { ollama: Number(new URL(running.baseUrl).port) });
    await home.config({
      agents: { defaults: { model: "groq/m", fallbackModels: ["ollama/m"] } },
      providers: { groq: away, ollama: {} },
    });
    value(await client.request("model.probe", {}));
    const stays = { kind: "environment", variable: "GROQ_API_KEY" };
    expect(await uses("groq")).toMatchObject({ defaultModel: null, stays });
    expect(await uses("ollama")).toMatchObject({ fallbackModels: [], stays: { kind: "running" } });
    value(await client.request("provider.remove", { name: "groq" }));
    value(await client.request("provider.remove", { name: "ollama" }));
    expect(await kept()).toMatchObject({ model: "groq/m", fallbackModels: ["ollama/m"] });
  });
});
