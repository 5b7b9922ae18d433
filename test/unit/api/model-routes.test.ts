import { createServer, type RequestListener } from "node:http";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createLearntModels } from "../../../src-main/providers/learnt-models.ts";
import { createModelList } from "../../../src-main/providers/list-models.ts";
import { createListedNames } from "../../../src-main/providers/listed-names.ts";
import { createProviderLists, keptMs } from "../../../src-main/providers/provider-lists.ts";
import { createProviderStates } from "../../../src-main/providers/provider-states.ts";
import { testModel } from "../../../src-main/providers/test-model.ts";
import { createSettingsStore } from "../../../src-main/settings/settings-store.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import type { RouteCall, RouteOutput } from "../../../src-preload/contract/routes.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { type Script, type ScriptedEndpoint, startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import {
  createTestHome,
  endpointSettings,
  noServers,
  record,
  type TestHome,
  terminal,
  value,
} from "../../support/test-home.ts";

let home: TestHome;

beforeEach(async () => {
  home = await createTestHome();
});
afterEach(() => home[Symbol.asyncDispose]());

function connect(ports: Readonly<Record<string, number>> = {}): Connection {
  return home.open({ localPorts: { ...noServers, ...ports } }).connect(terminal);
}

async function endpoint(script: Script): Promise<ScriptedEndpoint> {
  const started = await startScriptedEndpoint(script);
  onTestFinished(() => started.close());
  return started;
}

async function server(listener: RequestListener): Promise<number> {
  const started = createServer(listener);
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    started.closeAllConnections();
    started.close();
  });
  const address = started.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const portOf = (url: string) => Number(new URL(url).port);
const answers = (status: number, body: unknown) =>
  server((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });

describe("model.probe", () => {
  it("offers what runs on this computer, with its models, and names what does not run", async () => {
    const ollama = await endpoint([]);
    const client = connect({ ollama: portOf(ollama.baseUrl) });
    const { offers, looked } = value(await client.request("model.probe", {}));
    expect(offers.map(({ name, state }) => `${name} ${state}`)).toEqual([
      "Ollama ready",
      "LM Studio not-running",
      "llama.cpp not-running",
      "vLLM not-running",
      "SGLang not-running",
      "Jan not-running",
    ]);
    expect(offers[0]).toMatchObject({ kind: "local", provider: "ollama", models: ["ollama/scripted"] });
    expect(offers[1]?.models).toEqual([]);
    expect(looked).toHaveLength(8);
    expect(looked[0]).toBe(`Ollama at 127.0.0.1:${portOf(ollama.baseUrl)}`);
    expect(looked.join()).toContain("OPENAI_API_KEY");
  });

  it("looks at the usual ports, all of them on loopback", async () => {
    const { looked } = value(await home.open().connect(terminal).request("model.probe", {}));
    const addresses = looked.flatMap((one) => / at (.+)$/.exec(one)?.[1] ?? []);
    expect(addresses).toEqual(["11434", "1234", "8080", "8000", "30000", "1337"].map((port) => `127.0.0.1:${port}`));
  });

  it("takes something else that answers there for no model server", async () => {
    const page = await server((_request, response) => response.end("<html>hello</html>"));
    const { offers } = value(await connect({ vllm: page }).request("model.probe", {}));
    expect(offers.find((offer) => offer.provider === "vllm")).toMatchObject({ state: "not-running", models: [] });
  });

  it("finds keys in the environment without telling them, and what is set up", async () => {
    await home[Symbol.asyncDispose]();
    home = await createTestHome({ OPENAI_API_KEY: "sk-proj-private", GROQ_API_KEY: " " });
    await home.config({ providers: { custom: { apiBase: "http://127.0.0.1:9/v1", models: ["m"] }, mistral: {} } });
    const { offers } = value(await connect().request("model.probe", {}));
    const found = offers.filter((offer) => offer.kind !== "local");
    expect(found).toMatchObject([
      { kind: "environment", provider: "openai", source: "OPENAI_API_KEY", state: "ready" },
      { kind: "settings", provider: "custom", source: "http://127.0.0.1:9/v1", models: ["custom/m"] },
    ]);
    expect(found[0]?.models[0]).toMatch(/^openai\//);
    expect(JSON.stringify(offers)).not.toContain("private");
  });
});

describe("model.list", () => {
  it("names the settings' models first, then what providers list, and asks them once", async () => {
    let asked = 0;
    const port = await server((_request, response) => {
      asked += 1;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ data: [{ id: "big" }, { id: "small" }] }));
    });
    await home.config({
      agents: { defaults: { model: "custom/small", fallbackModels: ["openai/gpt-5"] } },
      providers: { custom: { apiBase: `http://127.0.0.1:${port}/v1`, models: ["mine"] } },
    });
    const client = connect();
    const expected = ["custom/small", "openai/gpt-5", "custom/mine", "custom/big", "practice/practice"];
    expect(value(await client.request("model.list", {})).models).toEqual(expected);
    expect(value(await client.request("model.list", {})).models).toEqual(expected);
    expect(asked).toBe(1);
  });

  it("finds a local server that was started later", async () => {
    let isStarted = false;
    const list = JSON.stringify({ data: [{ id: "late" }] });
    const port = await server((_request, response) => response.end(isStarted ? list : "starting"));
    const client = connect({ jan: port });
    expect(value(await client.request("model.list", {})).models).toEqual(["practice/practice"]);
    isStarted = true;
    expect(value(await client.request("model.list", {})).models).toEqual(["jan/late", "practice/practice"]);
  });

  it("asks again when a list has become old", async () => {
    let asked = 0;
    const port = await server((_request, response) => {
      asked += 1;
      response.end(JSON.stringify({ data: [{ id: `m${asked}` }] }));
    });
    const clock = createManualClock();
    const settings = createSettingsStore(home.host, nodeFileSystem, async () => ok(undefined));
    const host = { ...home.host, monotonic: clock.monotonic };
    const states = createProviderStates(createLearntModels(home.host, nodeFileSystem));
    const options = { host, settings, states, ports: { ...noServers, vllm: port } };
    const list = createModelList(options, createProviderLists(host, states, createListedNames()));
    expect(value(await list())).toContain("vllm/m1");
    clock.advance(keptMs - 1);
    expect(value(await list())).toContain("vllm/m1");
    clock.advance(1);
    expect(value(await list())).toContain("vllm/m2");
  });
});

type Report = RouteOutput<"model.test">;
const shown = ({ stages }: Report) => stages.map(({ stage, state }) => `${stage} ${state}`);
const failing = ({ stages }: Report) => stages.find(({ state }) => state === "failed");

describe("model.test", () => {
  const call = { calls: [{ name: "read_file", arguments: { path: "notes.md" } }] };

  async function testing(script: Script, input: RouteCall<"model.test"> = {}) {
    const scripted = await endpoint(script);
    await home.config(endpointSettings(scripted.baseUrl));
    return { scripted, report: value(await connect().request("model.test", input)) };
  }

  it("passes five stages with the call of a chat: streaming, with a tool", async () => {
    const { scripted, report } = await testing([call]);
    expect(shown(report)).toEqual([
      "reached passed",
      "signed-in passed",
      "models passed",
      "first-token passed",
      "tool-call passed",
    ]);
    expect(report.modelId).toBe("custom/scripted");
    expect(report.stages.every(({ durationMs }) => durationMs !== null && durationMs >= 0)).toBe(true);
    expect(scripted.requests).toHaveLength(1);
    expect(scripted.requests[0]?.body).toMatchObject({ stream: true, tools: [{ function: { name: "read_file" } }] });
    expect(JSON.stringify(scripted.requests[0]?.body.messages)).toContain("call read_file with path notes.md");
  });

  it("fails the last stage where the model only talks", async () => {
    const { report } = await testing([{ text: "I would read it." }]);
    expect(shown(report)).toContain("first-token passed");
    expect(failing(report)).toMatchObject({ stage: "tool-call", message: expect.stringContaining("supports tools") });
  });

  it("fails the sign-in where only the call is refused, and tries nothing again", async () => {
    const { scripted, report } = await testing(() => ({ status: 401, body: { error: { message: "bad key" } } }));
    expect(shown(report)).toEqual([
      "reached passed",
      "signed-in failed",
      "models skipped",
      "first-token skipped",
      "tool-call skipped",
    ]);
    expect(failing(report)?.message).toContain("bad key");
    expect(scripted.requests).toHaveLength(1);
  });

  it("names a model that the endpoint does not know", async () => {
    const unknown = { status: 404, body: { error: { message: "no such model", code: "model_not_found" } } };
    const { report } = await testing([unknown], { modelId: "custom/other" });
    expect(failing(report)).toMatchObject({ stage: "models", message: expect.stringContaining("no such model") });
  });

  it("fails the call where a model that is listed is not found, and leaves the address alone", async () => {
    const message = "The model `scripted` does not exist";
    const { report } = await testing([{ status: 404, body: { error: { message, code: "model_not_found" } } }]);
    expect(shown(report).slice(0, 4)).toEqual([
      "reached passed",
      "signed-in passed",
      "models passed",
      "first-token failed",
    ]);
    const problem = { code: "unknown-model", nextStep: expect.stringContaining("another model") };
    expect(failing(report)).toMatchObject({ problem, message: expect.stringContaining("does not exist") });
  });

  it("fails the first word where the model answers nothing or breaks", async () => {
    const { report } = await testing(() => ({ status: 500, body: "broken" }));
    expect(failing(report)?.stage).toBe("first-token");
  });

  it("fails at the start where nothing answers, and skips the rest", async () => {
    await home.config(endpointSettings("http://127.0.0.1:1/v1"));
    const report = value(await connect().request("model.test", {}));
    expect(shown(report)).toEqual([
      "reached failed",
      "signed-in skipped",
      "models skipped",
      "first-token skipped",
      "tool-call skipped",
    ]);
  });

  it("tells a refused key by the list of models already", async () => {
    const port = await answers(401, { error: { message: "key refused" } });
    await home.config(endpointSettings(`http://127.0.0.1:${port}/v1`));
    expect(failing(value(await connect().request("model.test", {})))?.stage).toBe("signed-in");
  });

  it("takes no key for accepted, and names the address, where everything answers 404", async () => {
    const port = await answers(404, { error: { message: "no route to /v1/models" } });
    const apiBase = `http://127.0.0.1:${port}/v1`;
    await home.config(endpointSettings(apiBase));
    const client = connect();
    const trial = { apiKey: "sk-some-key", provider: "custom", apiBase };
    for (const input of [trial, { modelId: "custom/scripted" }]) {
      const report = value(await client.request("model.test", input));
      expect(shown(report).slice(0, 2)).toEqual(["reached failed", "signed-in skipped"]);
      expect(failing(report)).toMatchObject({
        problem: { code: "wrong-path" },
        message: expect.stringContaining("is not where the models are: it answers with HTTP 404"),
      });
      expect(JSON.stringify(report)).not.toContain("accepted");
    }
  });

  it("takes the key for accepted where there is no list and a model answers", async () => {
    const port = await server((request, response) => {
      request.resume();
      response.writeHead(request.method === "GET" ? 404 : 200, { "content-type": "text/event-stream" });
      const delta = { object: "chat.completion.chunk", choices: [{ index: 0, delta: { content: "Yes." } }] };
      response.end(request.method === "GET" ? "{}" : `data: ${JSON.stringify(delta)}\n\ndata: [DONE]\n\n`);
    });
    await home.config(endpointSettings(`http://127.0.0.1:${port}/v1`));
    expect(shown(value(await connect().request("model.test", {})))).toEqual([
      "reached passed",
      "signed-in passed",
      "models skipped",
      "first-token passed",
      "tool-call failed",
    ]);
  });

  it("passes with the practice model, which needs nothing", async () => {
    const report = value(await connect().request("model.test", { modelId: "practice/practice" }));
    expect(new Set(report.stages.map(({ state }) => state))).toEqual(new Set(["passed"]));
  });

  it("names a key store that cannot be read as the sign-in", async () => {
    const scripted = await endpoint([call]);
    await home.config({
      agents: { defaults: { model: "custom/scripted" } },
      providers: { custom: { apiBase: scripted.baseUrl, apiKey: "secret:custom" } },
    });
    const secrets = { ...home.host.secrets, get: async () => Promise.reject(new Error("locked")) };
    const settings = createSettingsStore(home.host, nodeFileSystem, async () => ok(undefined));
    const states = createProviderStates(createLearntModels(home.host, nodeFileSystem));
    const report = value(await testModel({}, { host: { ...home.host, secrets }, settings, states }));
    expect(failing(report)).toMatchObject({ stage: "signed-in", message: expect.stringContaining("key store") });
    expect(scripted.requests).toEqual([]);
  });

  it("says so where no model is set", async () => {
    expect(failing(value(await connect().request("model.test", {})))?.stage).toBe("reached");
  });

  it("uses a pasted key for this test alone, with the first good model of the list", async () => {
    const scripted = await endpoint([call]);
    // The address of the provider, moved here; the key tells the provider.
    await home.config({ providers: { openai: { apiBase: scripted.baseUrl } } });
    const client = connect();
    const report = value(await client.request("model.test", { apiKey: " Bearer sk-proj-pasted " }));
    expect(report.modelId).toBe("openai/scripted");
    expect(failing(report)).toBeUndefined();
    expect(scripted.requests[0]?.headers.authorization).toBe("Bearer sk-proj-pasted");
    expect(home.secrets.size).toBe(0);
    expect(JSON.stringify(value(await client.request("settings.get", {})))).not.toContain("pasted");
  });

  it("asks the provider that the person names, at the address that comes along, and keeps neither", async () => {
    const scripted = await endpoint([call]);
    const client = connect();
    const input = { apiKey: "sk-ambiguous", provider: "custom", apiBase: scripted.baseUrl };
    const report = value(await client.request("model.test", input));
    expect(report.modelId).toBe("custom/scripted");
    expect(scripted.requests[0]?.headers.authorization).toBe("Bearer sk-ambiguous");
    expect(home.secrets.size).toBe(0);
    expect(value(await client.request("settings.get", {})).settings.providers).toEqual({});
    const wrong = await client.request("model.test", { ...input, apiBase: "localhost:80" });
    expect(wrong.ok ? null : wrong.error.data).toEqual({ field: "apiBase" });
  });

  it("says so where nobody's key is recognised, and asks no one", async () => {
    const report = value(await connect().request("model.test", { apiKey: "whose-is-this" }));
    expect(report.modelId).toBeNull();
    expect(failing(report)).toMatchObject({ stage: "reached", message: expect.stringContaining("recognise") });
  });
});

describe("model.choose", () => {
  it("makes a model the default and keeps its key in the key store alone", async () => {
    const client = connect();
    const seen = await record(client);
    const choice = { modelId: "openai/gpt-5", apiKey: "sk-proj-kept" };
    const { settings } = value(await client.request("model.choose", choice));
    expect(settings.agents.defaults.model).toBe("openai/gpt-5");
    expect(settings.providers["openai"]?.apiKey).toBe("secret:openai");
    expect(home.secrets.get("openai")).toBe("sk-proj-kept");
    await seen.until("settings-changed");
    expect(value(await client.request("model.probe", {})).offers.at(-1)).toMatchObject({
      kind: "settings",
      models: expect.arrayContaining(["openai/gpt-5"]),
    });
  });

  it("keeps a key where the person says that it belongs, with its address", async () => {
    const client = connect();
    const choice = { modelId: "custom/m", apiKey: "sk-x", provider: "custom", apiBase: "http://127.0.0.1:9/v1" };
    const { settings } = value(await client.request("model.choose", choice));
    expect(settings.agents.defaults.model).toBe("custom/m");
    expect(settings.providers).toMatchObject({ custom: { apiKey: "secret:custom", apiBase: "http://127.0.0.1:9/v1" } });
    expect([...home.secrets]).toEqual([["custom", "sk-x"]]);
    const keyless = { modelId: "litellm/m", provider: "litellm", apiBase: "http://127.0.0.1:8/v1" };
    const next = value(await client.request("model.choose", keyless)).settings;
    expect(next.providers["litellm"]).toMatchObject({ apiBase: "http://127.0.0.1:8/v1" });
    expect(home.secrets.size).toBe(1);
  });

  it("takes the practice model, and refuses what could not be used, before anything is kept", async () => {
    const client = connect();
    value(await client.request("model.choose", { modelId: "practice/practice" }));
    const refused = await client.request("model.choose", { modelId: "anthropic/claude-sonnet-4-5" });
    expect(refused.ok ? null : refused.error.code).toBe("no-model");
    const { settings } = value(await client.request("settings.get", {}));
    expect(settings.agents.defaults.model).toBe("practice/practice");
    expect(home.secrets.size).toBe(0);
  });
});
