import { afterEach, beforeEach, expect, test } from "vitest";
import { askEmbeddings } from "../../../../src-main/knowledge/recall/ask-embeddings.ts";
import { type ResolvedEndpoint, resolveModel } from "../../../../src-main/providers/resolve-model.ts";
import { settingsSchema } from "../../../../src-preload/contract/settings.ts";
import { createManualClock } from "../../../support/manual-clock.ts";
import { type EmbeddingReply, startEmbeddingEndpoint } from "../../../support/recall/embedding-endpoint.ts";
import { createTestHome, type TestHome } from "../../../support/test-home.ts";

let home: TestHome;
beforeEach(async () => {
  home = await createTestHome();
});
afterEach(() => home[Symbol.asyncDispose]());

function endpointAt(baseUrl: string): ResolvedEndpoint {
  const settings = settingsSchema.parse({ providers: { custom: { apiBase: baseUrl, apiKey: "a-key" } } });
  const found = resolveModel(settings, {}, "custom/small-embeddings");
  if (!found.ok || found.value.kind === "practice") throw new Error("there is no endpoint");
  return found.value;
}

async function ask(reply: EmbeddingReply, texts: readonly string[] = ["one", "two"]) {
  await using server = await startEmbeddingEndpoint(reply);
  const { signal } = new AbortController();
  const answer = await askEmbeddings(endpointAt(server.baseUrl), { texts, timeoutMs: 60_000 }, home.host, signal);
  return { answer, asked: server.asked };
}

const row = (index: number, ...embedding: number[]) => ({ object: "embedding", index, embedding });

test("texts come back as vectors in their order, whatever order they are answered in", async () => {
  const body = { data: [row(1, 3, 4), row(0, 1, 2)], usage: { prompt_tokens: 7 } };
  const { answer, asked } = await ask({ body });
  expect(answer).toEqual({
    ok: true,
    value: { vectors: [Float32Array.of(1, 2), Float32Array.of(3, 4)], inputTokens: 7 },
  });
  expect(asked[0]?.body).toEqual({ model: "small-embeddings", input: ["one", "two"], encoding_format: "float" });
  expect(asked[0]?.headers.authorization).toBe("Bearer a-key");
});

test.each<[string, unknown]>([
  ["too few vectors", { data: [row(0, 1, 2)] }],
  ["two for one text", { data: [row(0, 1, 2), row(0, 1, 2)] }],
  ["a place that there is not", { data: [row(0, 1), row(7, 1)] }],
  ["lengths that differ", { data: [row(0, 1, 2), row(1, 1)] }],
  ["empty vectors", { data: [row(0), row(1)] }],
  ["what is no number", { data: [row(0, 1), { index: 1, embedding: [null] }] }],
  ["a text where vectors should be", { data: [row(0, 1), { index: 1, embedding: "AAAA" }] }],
  ["no list", { data: "none" }],
  ["nothing", {}],
  ["a page", "<html>Welcome</html>"],
])("an answer with %s is none", async (_, body) => {
  const { answer } = await ask({ body });
  expect(answer).toMatchObject({ ok: false, error: { kind: "protocol" } });
});

test.each([
  [401, { error: { message: "bad key" } }, "auth"],
  [404, { error: { message: "no such model" } }, "not_found"],
  [200, { error: { message: "bad key", code: 401 } }, "auth"],
])("a failure with status %i is told by its kind", async (status, body, kind) => {
  expect((await ask({ status, body })).answer).toMatchObject({ ok: false, error: { kind } });
});

test("an endpoint that says nothing is given up after the time that was given", async () => {
  await using server = await startEmbeddingEndpoint({ body: {}, isSilent: true });
  const clock = createManualClock();
  const host = { ...home.host, setTimer: clock.setTimer };
  const { signal } = new AbortController();
  const answer = askEmbeddings(endpointAt(server.baseUrl), { texts: ["one"], timeoutMs: 5000 }, host, signal);
  await server.reached;
  clock.advance(5000);
  expect(await answer).toMatchObject({ ok: false, error: { kind: "timeout" } });
  expect(clock.pending).toBe(0);
});

test("a stop ends it", async () => {
  await using server = await startEmbeddingEndpoint({ body: {}, isSilent: true });
  const stop = new AbortController();
  const asked = { texts: ["one"], timeoutMs: 60_000 };
  const answer = askEmbeddings(endpointAt(server.baseUrl), asked, home.host, stop.signal);
  await server.reached;
  stop.abort();
  expect(await answer).toMatchObject({ ok: false, error: { kind: "aborted" } });
});
