import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createAssistant } from "../../../../src-main/assistant.ts";
import type { Host } from "../../../../src-main/host.ts";
import { nodeFileSystem } from "../../../../src-main/storage/file-system.ts";
import type { RouteOutput } from "../../../../src-preload/contract/routes.ts";
import { noSandbox } from "../../../support/no-sandbox.ts";
import {
  type EmbeddingEndpoint,
  type EmbeddingReply,
  embeddedBy,
  startEmbeddingEndpoint,
} from "../../../support/recall/embedding-endpoint.ts";
import { type MadeUpEmbedding, randomEmbedding } from "../../../support/recall/made-up-embeddings.ts";
import { startScriptedEndpoint } from "../../../support/scripted-endpoint.ts";
import {
  createTestHome,
  endpointSettings,
  noSearchSettings,
  record,
  terminal,
  value,
} from "../../../support/test-home.ts";

/** Knows that a vessel is a boat, and nothing else. */
const knowsBoats: MadeUpEmbedding = (text) => {
  const values = randomEmbedding(text).map((one) => one / 2000);
  values[/boat|vessel/i.test(text) ? 0 : 1] = 1;
  return values;
};

const history =
  "## 2026-03-01\n\n### 10:15 Saturday <!-- m_1 -->\n\nPainted the boat blue.\n\n### 11:00 Sunday <!-- m_2 -->\n\nBaked bread.\n";

type Reply = (body: Readonly<Record<string, unknown>>, index: number) => EmbeddingReply;

/** What is waited for in the background is not waited for, and a person's patience has no end. */
function hurried(host: Host): Host {
  const never = { [Symbol.dispose]: () => undefined };
  return {
    ...host,
    setTimer(ms, callback) {
      if (ms === 500) return never;
      return host.setTimer(ms >= 2000 && ms <= 5000 ? 1 : ms, callback);
    },
  };
}

async function openBench(reply: Reply, { isAgreed = true }: { isAgreed?: boolean } = {}) {
  const home = await createTestHome();
  onTestFinished(() => home[Symbol.asyncDispose]());
  const near = await startEmbeddingEndpoint(reply);
  onTestFinished(() => near[Symbol.asyncDispose]());
  const chat = await startScriptedEndpoint(({ body }) =>
    body.messages.at(-1)?.role === "user"
      ? { calls: [{ name: "recall", arguments: { query: "the vessel" } }] }
      : { text: "Done." },
  );
  onTestFinished(() => chat.close());
  const base = endpointSettings(chat.baseUrl) as { readonly providers: object };
  const agreedAddresses = isAgreed ? [near.baseUrl] : [];
  await home.config({
    ...base,
    ...noSearchSettings,
    providers: { ...base.providers, near: { apiBase: near.baseUrl, apiKey: "near-key" } },
    memory: {
      consolidation: { enabled: false },
      recall: { embeddings: { provider: "near", model: "m-1", agreedAddresses } },
    },
    prices: { "near/m-1": { input: 2, output: 0 } },
  });
  const folder = join(home.home, "workspace/memory");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "HISTORY.md"), history);
  const options = { version: "test", files: nodeFileSystem, sandbox: noSandbox };
  const assistant = createAssistant(hurried(home.host), options);
  onTestFinished(() => assistant.close());
  const client = assistant.connect(terminal);
  const seen = await record(client);
  const describe = async () => value(await client.request("recall.describe", {})).place;
  type Place = RouteOutput<"recall.describe">["place"];
  return {
    home,
    near,
    client,
    describe,
    /** What the tool answered in a turn of its own. */
    async recall(sessionKey: string): Promise<string> {
      const sent = value(await client.request("chat.send", { sessionKey, text: "Which?", workFolder: home.work }));
      const end = await seen.until("run-end", (event) => sent.kind === "started" && event.runId === sent.runId);
      expect(end.reason).toBe("answer");
      const { page } = value(await client.request("session.open", { sessionKey, limit: 10 }));
      return page.messages.find(({ message }) => message.role === "tool")?.message.content ?? "";
    },
    /** Resolves once it is so, looked at after each step that is told. */
    async until(isSo: (place: Place) => boolean): Promise<Place> {
      let after = 0;
      for (;;) {
        const place = await describe();
        if (isSo(place)) return place;
        const from = after;
        after = (await seen.until("vectors-changed", ({ seq }) => seq > from)).seq;
      }
    },
    async ledger(): Promise<readonly Record<string, unknown>[]> {
      await assistant.close();
      const files = join(home.home, "ledger");
      const months = await Promise.all((await readdir(files)).map((name) => readFile(join(files, name), "utf8")));
      const lines = months.join("").trim().split("\n");
      return lines.map((line) => JSON.parse(line)).filter(({ model }) => String(model).startsWith("near/"));
    },
  };
}

const sent = ({ asked }: EmbeddingEndpoint) => asked.flatMap(({ body }) => body["input"] as readonly string[]);
const isWhole = (place: RouteOutput<"recall.describe">["place"]) =>
  place.kind === "ready" && place.all > 0 && place.made === place.all;

it("what shares no word is found by its nearness, and each request is counted as memory", async () => {
  const bench = await openBench(embeddedBy(knowsBoats));
  await bench.recall("cli:one");
  expect(await bench.until(isWhole)).toMatchObject({
    kind: "ready",
    modelId: "near/m-1",
    lackingTokens: 0,
    forecast: 0,
    problem: null,
  });
  expect(sent(bench.near).join()).toContain("Painted the boat blue.");
  const found = (await bench.recall("cli:two")).split("\n").filter((line) => line.includes("log:"));
  expect(found[0]).toContain("Painted the boat blue.");
  const lines = await bench.ledger();
  expect(lines.length).toBeGreaterThan(1);
  // What goes on at the end is stopped.
  for (const line of lines.filter(({ error }) => error !== "aborted")) {
    expect(line).toMatchObject({ purpose: "memory", sessionKey: "system:recall", error: null, estimated: false });
    expect(line["cost"]).toBeCloseTo((Number(line["inputTokens"]) * 2) / 1_000_000, 12);
  }
});

it("nothing goes anywhere before somebody has agreed; then all of it does", async () => {
  const bench = await openBench(embeddedBy(knowsBoats), { isAgreed: false });
  expect(await bench.recall("cli:one")).not.toContain("boat");
  const place = await bench.describe();
  expect(place).toMatchObject({ kind: "ready", isAgreed: false, made: 0, isLocal: true, address: bench.near.baseUrl });
  expect(place.kind === "ready" && place.forecast !== null && place.forecast > 0 && place.lackingTokens > 5).toBe(true);
  const { checks } = value(await bench.client.request("system.doctor", {}));
  expect(checks.find(({ id }) => id === "recall")).toMatchObject({ state: "warning" });
  expect(bench.near.asked).toEqual([]);
  value(await bench.client.request("recall.agree", { address: bench.near.baseUrl }));
  await bench.until(isWhole);
  value(await bench.client.request("recall.agree", { address: bench.near.baseUrl }));
  const { settings } = value(await bench.client.request("settings.get", {}));
  expect(settings.memory.recall.embeddings.agreedAddresses).toEqual([bench.near.baseUrl]);
});

it("a model that is chosen anew makes all vectors anew", async () => {
  const bench = await openBench(embeddedBy(knowsBoats));
  await bench.recall("cli:one");
  await bench.until(isWhole);
  const patch = { memory: { recall: { embeddings: { model: "m-2" } } } };
  value(await bench.client.request("settings.update", { patch }));
  expect(await bench.describe()).toMatchObject({ modelId: "near/m-2", made: 0 });
  await bench.until(isWhole);
  const models = bench.near.asked
    .filter(({ body }) => String(body["input"]).includes("boat"))
    .map(({ body }) => body["model"]);
  expect(models).toEqual(["m-1", "m-2"]);
});

it.each<[string, Reply, RegExp]>([
  ["refuses the key", () => ({ status: 401, body: { error: { message: "bad key" } } }), /key/],
  ["answers with something else", () => ({ body: { data: [] } }), /does not answer like/],
])("an endpoint that %s fails no turn: the reason is told, and words are searched", async (_, reply, reason) => {
  const bench = await openBench(reply);
  expect(await bench.recall("cli:one")).not.toContain("boat");
  const place = await bench.until((one) => one.kind === "ready" && one.problem !== null);
  expect(place).toMatchObject({ made: 0, problem: expect.stringMatching(reason) });
  const { checks } = value(await bench.client.request("system.doctor", {}));
  expect(checks.find(({ id }) => id === "recall")).toMatchObject({
    state: "warning",
    message: expect.stringMatching(reason),
  });
  const logged = bench.home.logged.filter((line) => line.includes("no vectors are made"));
  expect(logged).toHaveLength(1);
  expect(logged.join()).not.toContain("near-key");
});

it("past a limit nothing is sent, which is told, until the limit is raised", async () => {
  const bench = await openBench(embeddedBy(knowsBoats));
  await bench.recall("cli:one");
  await bench.until(isWhole);
  const limit = (money: number | null) =>
    bench.client.request("settings.update", { patch: { budgets: { day: { money } } } });
  value(await limit(0.000001));
  const asked = bench.near.asked.length;
  const path = "memory/HISTORY.md";
  const { version: base } = value(await bench.client.request("knowledge.read", { path }));
  value(
    await bench.client.request("knowledge.save", {
      path,
      text: `${history}\n### 12:00 Noon <!-- m_3 -->\n\nSlept.\n`,
      base,
    }),
  );
  const place = await bench.until((one) => one.kind === "ready" && one.problem !== null);
  expect(place).toMatchObject({ problem: expect.stringMatching(/limit/i) });
  expect(bench.near.asked.length).toBe(asked);
  value(await limit(null));
  expect(await bench.until(isWhole)).toMatchObject({ problem: null });
  expect(sent(bench.near).join()).toContain("Slept.");
});

it("the test sends a made-up sentence and nothing of a person, also before anybody agreed", async () => {
  const bench = await openBench(embeddedBy(knowsBoats), { isAgreed: false });
  expect(value(await bench.client.request("recall.test", {}))).toMatchObject({
    kind: "passed",
    message: expect.stringContaining("256 numbers"),
  });
  expect(sent(bench.near)).toEqual(["The boat leaves the harbour at six in the morning."]);
  expect(await bench.ledger()).toMatchObject([{ purpose: "test" }]);
});

it("what cannot be asked is told in words: by a test, and where it is described", async () => {
  const bench = await openBench(() => ({ status: 404, body: { error: { message: "nothing here" } } }));
  const tested = value(await bench.client.request("recall.test", {}));
  expect(tested).toMatchObject({ kind: "failed", nextStep: expect.stringContaining("/embeddings") });
  const choose = (embeddings: object) =>
    bench.client.request("settings.update", { patch: { memory: { recall: { embeddings } } } });
  value(await choose({ provider: "practice", model: "practice" }));
  expect(await bench.describe()).toMatchObject({ kind: "broken", message: expect.stringContaining("practice") });
  value(await choose({ provider: null }));
  expect(await bench.describe()).toEqual({ kind: "none" });
  const { models } = value(await bench.client.request("recall.describe", {}));
  expect(models).toContain("openai/text-embedding-3-small");
});
