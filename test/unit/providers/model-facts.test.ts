import { createServer, type IncomingMessage } from "node:http";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Host } from "../../../src-main/host.ts";
import { createLearntModels } from "../../../src-main/providers/learnt-models.ts";
import { createListedNames } from "../../../src-main/providers/listed-names.ts";
import { weighFacts } from "../../../src-main/providers/model-facts.ts";
import { createModelPool, type ModelPool } from "../../../src-main/providers/model-pool.ts";
import { createProviderStates } from "../../../src-main/providers/provider-states.ts";
import { createSettingsStore } from "../../../src-main/settings/settings-store.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { fail, ok } from "../../../src-preload/contract/result.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { silentSink } from "../../support/run-case.ts";
import { startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import { createTestHome, endpointSettings, type TestHome, value } from "../../support/test-home.ts";

const unknown = { contextWindow: null, maxInputTokens: null, maxOutputTokens: null };

describe("of what is told of a window", () => {
  const listed = (contextWindow: number | null) => ({ ...unknown, contextWindow, maxOutputTokens: 500 });
  const learnt = (tokens: number, told: number | null = null) => ({ tokens, listed: told, at: 0 });
  const entry = { contextWindow: 128_000, maxOutputTokens: 16_000 };
  const all = { override: null, listed: listed(64_000), learnt: learnt(32_000), entry };
  const weighed = (change: Partial<Parameters<typeof weighFacts>[0]>) => {
    const { contextWindow, source } = weighFacts({ ...all, ...change });
    return [contextWindow, source];
  };
  it("the settings win", () => expect(weighed({ override: 1000 })).toEqual([1000, "settings"]));
  it("an overflow wins over a list that says more", () => expect(weighed({})).toEqual([32_000, "overflow"]));
  it("the list wins over an overflow that says more, and over the table", () => {
    expect(weighed({ learnt: learnt(90_000) })).toEqual([64_000, "provider"]);
    expect(weighed({ listed: listed(200_000), learnt: null })).toEqual([200_000, "provider"]);
  });
  it("an overflow is old once the list says another number than it did then", () => {
    expect(weighed({ learnt: learnt(32_000, 64_000) })).toEqual([32_000, "overflow"]);
    expect(weighed({ learnt: learnt(4096, 8192) })).toEqual([64_000, "provider"]);
  });
  it("without a list the smaller of overflow and table counts", () => {
    expect(weighed({ listed: null })).toEqual([32_000, "overflow"]);
    expect(weighed({ listed: null, learnt: learnt(200_000) })).toEqual([128_000, "table"]);
  });
  it("nothing is unknown", () => {
    const none = { override: null, listed: null, learnt: null, entry: null };
    expect(weighFacts(none)).toEqual({ ...unknown, source: "default" });
  });
  it("the output comes from the list, else from the table; the input fits into the window", () => {
    expect(weighFacts(all).maxOutputTokens).toBe(500);
    expect(weighFacts({ ...all, listed: null }).maxOutputTokens).toBe(16_000);
    expect(weighFacts({ ...all, listed: { ...listed(64_000), maxInputTokens: 60_000 } }).maxInputTokens).toBe(32_000);
  });
});

const unknownOfPool = { ...unknown, mostTools: null };

describe("the pool's facts", () => {
  let home: TestHome;
  let clock: ReturnType<typeof createManualClock>;
  beforeEach(async () => {
    home = await createTestHome();
    clock = createManualClock();
  });
  afterEach(() => home[Symbol.asyncDispose]());

  function open(): ModelPool {
    const host: Host = { ...home.host, ...clock };
    const settings = createSettingsStore(host, nodeFileSystem, async () => ok(undefined));
    const learnt = createLearntModels(host, nodeFileSystem);
    const pool = createModelPool({
      host,
      settings,
      learnt,
      names: createListedNames(),
      states: createProviderStates(learnt),
      readPicture: async () => fail("none"),
    });
    onTestFinished(() => pool[Symbol.asyncDispose]());
    return pool;
  }

  /** An endpoint that tells a window, or keeps silent; `asked` counts the lists. */
  async function listing(answer: () => number | "silent" | "broken") {
    const seen: string[] = [];
    const waiting: (() => void)[] = [];
    const server = createServer((request: IncomingMessage, response) => {
      seen.push(`${request.method} ${request.url}`);
      for (const wake of waiting.splice(0)) wake();
      const told = answer();
      if (told === "silent") return;
      response.writeHead(told === "broken" ? 500 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ data: [{ id: "m", max_model_len: told }] }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const lists = () => seen.filter((one) => one === "GET /v1/models").length;
    const asked = async (count: number): Promise<void> => {
      while (lists() < count) await new Promise<void>((resolve) => waiting.push(resolve));
    };
    await home.config({ providers: { custom: { apiBase: `http://127.0.0.1:${port}/v1` } } });
    return { lists, asked };
  }

  it("come from the provider's list, which is asked again after five minutes, beside the turn", async () => {
    let told = 4096;
    const endpoint = await listing(() => told);
    const pool = open();
    expect(await pool.facts("custom/m", true)).toMatchObject({ contextWindow: 4096, source: "provider" });
    await pool.facts("custom/m", true);
    clock.advance(6 * 60_000);
    told = 8192;
    expect((await pool.facts("custom/m", true)).contextWindow).toBe(4096);
    expect(endpoint.lists()).toBe(1);
    clock.advance(2000);
    await expect.poll(async () => (await pool.facts("custom/m", true)).contextWindow).toBe(8192);
    expect(endpoint.lists()).toBe(2);
  });

  it("wait three seconds for a list and no longer, and the list may still come", async () => {
    const endpoint = await listing(() => "silent");
    const pool = open();
    const facts = pool.facts("custom/m", true);
    await endpoint.asked(1);
    clock.advance(3000);
    expect(await facts).toEqual({ ...unknownOfPool, source: "default" });
  });

  it("ask again half a minute after a failure", async () => {
    let told: number | "broken" = "broken";
    const endpoint = await listing(() => told);
    const pool = open();
    expect((await pool.facts("custom/m", true)).source).toBe("default");
    told = 4096;
    clock.advance(29_000);
    expect((await pool.facts("custom/m", true)).source).toBe("default");
    expect(endpoint.lists()).toBe(1);
    clock.advance(1000);
    expect((await pool.facts("custom/m", true)).source).toBe("provider");
  });

  it("are those of the last list after a restart, without waiting for a new one", async () => {
    let told: number | "silent" = 4096;
    const endpoint = await listing(() => told);
    const first = open();
    await first.facts("custom/m", true);
    await first[Symbol.asyncDispose]();
    told = "silent";
    expect(await open().facts("custom/m", true)).toMatchObject({ contextWindow: 4096, source: "provider" });
    expect(endpoint.lists()).toBe(1);
  });

  it("do not wait for a network where the table answers", async () => {
    await home.config({ providers: { openai: { apiBase: "https://silent.invalid/v1" } } });
    const pool = open();
    expect(await pool.facts("openai/gpt-5", true)).toMatchObject({ contextWindow: 400_000, source: "table" });
    expect(clock.pending).toBe(1);
    await pool[Symbol.asyncDispose]();
    expect(clock.pending).toBe(0);
  });

  it("are what an overflow told, also after a restart", async () => {
    await listing(() => 64_000);
    const pool = open();
    await pool.facts("custom/m", true);
    pool.learnWindow("custom/m", 16_000);
    expect(await pool.facts("custom/m", true)).toMatchObject({ contextWindow: 16_000, source: "overflow" });
    await pool[Symbol.asyncDispose]();
    expect(await open().facts("custom/m", true)).toMatchObject({ contextWindow: 16_000, source: "overflow" });
  });

  it("are no longer what an overflow told once that is forgotten", async () => {
    await listing(() => 64_000);
    const pool = open();
    await pool.facts("custom/m", true);
    pool.learnWindow("custom/m", 16_000);
    value(await pool.forget("custom/m"));
    expect(await pool.facts("custom/m", true)).toMatchObject({ contextWindow: 64_000, source: "provider" });
    await pool[Symbol.asyncDispose]();
    expect((await open().facts("custom/m")).contextWindow).not.toBe(16_000);
  });

  it("do not include what an endpoint refused once that is forgotten", async () => {
    await using endpoint = await startScriptedEndpoint(({ body }) =>
      body["temperature"] === undefined
        ? { text: "Hello." }
        : { status: 400, body: { error: { message: "'temperature' is not supported with this model" } } },
    );
    await home.config(endpointSettings(endpoint.baseUrl));
    const pool = open();
    const parameters = { temperature: 0.1, maxTokens: 100, reasoningEffort: null };
    const request = { messages: [pool.userText("Hi")], tools: pool.offers([]), parameters, contextWindow: null };
    for (const _ of [1, 2]) {
      const model = value(await pool.open("custom/scripted"));
      await model.complete(request, silentSink, new AbortController().signal);
      value(await pool.forget("custom/scripted"));
    }
    await pool[Symbol.asyncDispose]();
    expect(endpoint.requests.map(({ body }) => body["temperature"])).toEqual([0.1, undefined, 0.1, undefined]);
  });

  it("never fail: a model that nobody knows has none", async () => {
    expect(await open().facts("nosuch/model", true)).toEqual({ ...unknownOfPool, source: "default" });
    await home.config({ agents: { defaults: { contextWindow: 5000 } } });
    expect(await open().facts("practice/practice", true)).toMatchObject({ contextWindow: 5000, source: "settings" });
  });

  it("include what an endpoint refused: it is not sent again after a restart", async () => {
    await using endpoint = await startScriptedEndpoint(({ body }) =>
      body["temperature"] === undefined
        ? { text: "Hello." }
        : { status: 400, body: { error: { message: "'temperature' is not supported with this model" } } },
    );
    await home.config(endpointSettings(endpoint.baseUrl));
    for (const _ of [1, 2]) {
      const pool = open();
      const model = value(await pool.open("custom/scripted"));
      const request = {
        messages: [pool.userText("Hi")],
        tools: pool.offers([]),
        parameters: { temperature: 0.1, maxTokens: 100, reasoningEffort: null },
        contextWindow: null,
      };
      const outcome = await model.complete(request, silentSink, new AbortController().signal);
      expect(outcome.content).toBe("Hello.");
      await pool[Symbol.asyncDispose]();
    }
    expect(endpoint.requests.map(({ body }) => body["temperature"])).toEqual([0.1, undefined, undefined]);
  });

  it("do not remember a lesson that did not help", async () => {
    await using endpoint = await startScriptedEndpoint(() => ({
      status: 400,
      body: { error: { message: "'temperature' is not supported with this model" } },
    }));
    await home.config(endpointSettings(endpoint.baseUrl));
    const pool = open();
    const model = value(await pool.open("custom/scripted"));
    const parameters = { temperature: 0.1, maxTokens: 100, reasoningEffort: null };
    const request = { messages: [pool.userText("Hi")], tools: pool.offers([]), parameters, contextWindow: null };
    for (const _ of [1, 2]) await model.complete(request, silentSink, new AbortController().signal);
    expect(endpoint.requests.map(({ body }) => body["temperature"])).toEqual([0.1, undefined, 0.1, undefined]);
  });
});
