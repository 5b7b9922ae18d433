import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type AgentBench, createAgentBench } from "../../support/agent-bench.ts";
import { spokenWav } from "../../support/spoken-wav.ts";
import { value } from "../../support/test-home.ts";
import {
  type SpokenReply,
  speechSettings,
  startTranscriptionEndpoint,
  type TranscriptionEndpoint,
} from "../../support/transcription-endpoint.ts";

const wav = (seconds = 1): string => Buffer.from(spokenWav(seconds)).toString("base64");
const spoken = (base64 = wav()) => ({ kind: "bytes", name: "voice.wav", base64 }) as const;

interface Bench {
  readonly bench: AgentBench;
  readonly ear: TranscriptionEndpoint;
}

async function openBench(replies: readonly SpokenReply[], more: object = {}, extra: object = {}): Promise<Bench> {
  const ear = await startTranscriptionEndpoint(replies);
  onTestFinished(() => ear.close());
  const { providers, transcription } = speechSettings(ear.baseUrl, more);
  const bench = await createAgentBench([{ text: "Good." }], { settings: { transcription, ...extra } });
  onTestFinished(() => bench[Symbol.asyncDispose]());
  value(await bench.client.request("settings.update", { patch: { providers } }));
  return { bench, ear };
}

const start = ({ bench }: Bench, recording: object = spoken(), more: object = {}) =>
  bench.client.request("transcription.start", {
    sessionKey: bench.key,
    id: "one",
    recording: recording as ReturnType<typeof spoken>,
    ...more,
  });

async function ledgerOf({ bench }: Bench): Promise<readonly Record<string, unknown>[]> {
  await bench.assistant.close();
  const folder = join(bench.home.home, "ledger");
  const files = await readdir(folder).catch(() => []);
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  return texts.flatMap((text) => text.trim().split("\n")).map((line) => JSON.parse(line));
}

it("a recording goes as a form to the chosen endpoint, with its key and the hint, and comes back as words", async () => {
  const open = await openBench([{ body: { text: " Buy milk. " } }], { language: "de" });
  expect(value(await start(open))).toEqual({ text: "Buy milk.", seconds: 1, cost: 0 });
  const [request] = open.ear.requests;
  expect(request?.headers.authorization).toBe("Bearer key-of-the-ear");
  expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual(
    ["accept", "authorization", "connection", "content-length", "content-type", "host"].toSorted(),
  );
  expect(request?.fields).toEqual({ model: "ear-1", response_format: "json", language: "de" });
  expect(request?.file).toMatchObject({ name: "recording.wav", type: "audio/wav" });
  expect(request?.file.bytes.equals(spokenWav(1))).toBe(true);
});

it.each([
  ["words alone", "Hello there.\n", "Hello there."],
  ["a number alone", "42", "42"],
  ["more beside the words", { text: "Hello.", duration: 7.5, segments: [{}] }, "Hello."],
  ["what was used", { text: "Hello.", usage: { type: "tokens", input_tokens: 12, output_tokens: 3 } }, "Hello."],
])("an answer of %s is understood", async (_, body, words) => {
  expect(value(await start(await openBench([{ body }]))).text).toBe(words);
});

it.each([
  ["a refused key", { status: 401, body: { error: { message: "bad key-of-the-ear" } } }, "model", /refused the key/],
  ["an error in a good answer", { body: { error: { message: "no such voice" } } }, "model", /no such voice/],
  ["a page", { body: "<!DOCTYPE html><p>Welcome</p>" }, "model", /does not answer like/],
  ["something else", { body: { words: "Hello." } }, "model", /does not answer like/],
  ["no such path", { status: 404, body: { error: { message: "nothing here" } } }, "model", /audio\/transcriptions/],
  ["no words", { body: { text: "  " } }, "model", /No words were heard/],
  ["too many requests", { status: 429, body: { error: { message: "slow down" } } }, "model", /slow down/],
])("%s is told in words, and the key is in none of them", async (_, reply, code, words) => {
  const open = await openBench([reply]);
  const answer = await start(open);
  expect(answer).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(words) } });
  expect(JSON.stringify([answer, open.bench.seen.events])).not.toContain("key-of-the-ear");
  expect(open.bench.home.logged.join()).not.toContain("key-of-the-ear");
});

it("a server that is not running is told as for a model", async () => {
  const open = await openBench([]);
  await open.ear.close();
  expect(await start(open)).toMatchObject({ ok: false, error: { message: expect.stringContaining("127.0.0.1") } });
});

it("nothing is sent before somebody said that it may, and that is kept for the address", async () => {
  const open = await openBench([{ body: { text: "Hello." } }], { isAgreed: false });
  const { bench, ear } = open;
  expect(await start(open)).toMatchObject({ ok: false, error: { code: "forbidden" } });
  expect(value(await bench.client.request("transcription.describe", {}))).toMatchObject({
    kind: "ready",
    modelId: "speech/ear-1",
    address: ear.baseUrl,
    isLocal: true,
    isAgreed: false,
    pricePerMinute: 0,
  });
  expect(ear.requests).toHaveLength(0);
  value(await bench.client.request("transcription.agree", { address: ear.baseUrl }));
  expect(value(await start(open)).text).toBe("Hello.");
  const kept = JSON.parse(await readFile(join(bench.home.home, "config.json"), "utf8"));
  expect(kept.transcription.agreedAddresses).toEqual([ear.baseUrl]);
});

it("without a choice it says what is needed, and a choice that cannot be used says why", async () => {
  const open = await openBench([], { provider: null, model: null });
  const { client } = open.bench;
  expect(value(await client.request("transcription.describe", {}))).toEqual({ kind: "none" });
  expect(await start(open)).toMatchObject({ ok: false, error: { code: "no-model" } });
  const chosen = { provider: "openai", model: "whisper-1" };
  value(await client.request("settings.update", { patch: { transcription: chosen } }));
  expect(value(await client.request("transcription.describe", {}))).toMatchObject({ kind: "broken" });
  // A gateway that chats may use never stands in for it.
  value(
    await client.request("settings.update", { patch: { providers: { openrouter: { apiKey: "sk-or-v1-made-up" } } } }),
  );
  expect(value(await client.request("transcription.describe", {}))).toMatchObject({ kind: "broken" });
  value(await client.request("settings.update", { patch: { providers: { openai: { apiKey: "made-up-key" } } } }));
  expect(value(await client.request("transcription.describe", {}))).toMatchObject({
    title: "OpenAI",
    address: "https://api.openai.com/v1",
    isLocal: false,
    pricePerMinute: 0.006,
  });
});

it("each request is a line of the ledger with its length and what a minute costs", async () => {
  const open = await openBench([{ body: { text: "Hello.", usage: { type: "duration", seconds: 30 } } }], {
    pricePerMinute: 0.5,
  });
  expect(value(await start(open))).toEqual({ text: "Hello.", seconds: 30, cost: 0.25 });
  const told = await open.bench.seen.until("usage-changed");
  expect(told.call).toMatchObject({ purpose: "transcription", cost: 0.25 });
  expect(await ledgerOf(open)).toMatchObject([
    {
      purpose: "transcription",
      model: "speech/ear-1",
      sessionKey: open.bench.key,
      audioSeconds: 30,
      cost: 0.25,
      error: null,
      estimated: false,
    },
  ]);
});

it("what failed is in the ledger, and costs nothing", async () => {
  const open = await openBench([{ status: 500, body: {} }], { pricePerMinute: 0.5 });
  await start(open);
  expect(await ledgerOf(open)).toMatchObject([{ purpose: "transcription", cost: 0, error: "server" }]);
});

it("a limit that is used up refuses before anything is sent", async () => {
  const budgets = { day: { money: 0.3 } };
  const open = await openBench([{ body: { text: "Hello." } }], { pricePerMinute: 60 }, { budgets });
  value(await start(open));
  const refused = await start(open);
  expect(refused).toMatchObject({ ok: false, error: { code: "model", data: { kind: "budget", scope: "day" } } });
  expect(open.ear.requests).toHaveLength(1);
});

it("a recording that is put into words can be stopped, and the endpoint is let go of", async () => {
  const never = new Promise<void>(() => undefined);
  const open = await openBench([{ body: {}, gate: never }]);
  const waiting = start(open);
  await open.ear.request(0);
  expect(await start(open)).toMatchObject({ ok: false, error: { code: "conflict" } });
  expect(value(await open.bench.client.request("transcription.stop", { id: "one" }))).toEqual({ stopped: true });
  expect(await waiting).toMatchObject({ ok: false, error: { code: "cancelled" } });
  await open.ear.dropped;
  expect(value(await open.bench.client.request("transcription.stop", { id: "one" }))).toEqual({ stopped: false });
});

it("a long recording goes in parts; after a failure only what is missing is sent again", async () => {
  const open = await openBench([{ body: { text: "One." } }, { status: 503, body: {} }, { body: { text: "Two." } }]);
  const long = spoken(wav(620));
  expect(await start(open, long)).toMatchObject({ ok: false });
  expect(value(await start(open, long))).toMatchObject({ text: "One. Two.", seconds: 620 });
  expect(open.ear.requests).toHaveLength(3);
  const progress = open.bench.seen.events.filter(({ type }) => type === "transcription-progress");
  expect(progress).toMatchObject([
    { id: "one", done: 0, parts: 2 },
    { id: "one", done: 1, parts: 2 },
    { id: "one", done: 0, parts: 2 },
    { id: "one", done: 1, parts: 2 },
  ]);
});

it("an attachment is put into words by its path, and no other file is sent or given out", async () => {
  const open = await openBench([{ body: { text: "Hello." } }]);
  const { bench, ear } = open;
  const attach = { sessionKey: bench.key, name: "memo.wav", base64: wav() };
  const { media } = value(await bench.client.request("file.attach", attach));
  expect(media).toMatchObject({ kind: "file", mediaType: "audio/wav" });
  expect(value(await start(open, { kind: "attachment", path: media.path })).text).toBe("Hello.");
  const outside = join(bench.home.work, "secret.wav");
  await writeFile(outside, spokenWav(1));
  const link = join(bench.home.home, "workspace", "attachments", "link.wav");
  await symlink(outside, link);
  const note = await bench.client.request("file.attach", { ...attach, name: "note.md", base64: btoa("# hello") });
  for (const path of [outside, link, join(bench.home.home, "config.json"), value(note).media.path, "../x.wav"]) {
    expect(await start(open, { kind: "attachment", path })).toMatchObject({ ok: false });
    const asked = { sessionKey: bench.key, path };
    expect(await bench.client.request("transcription.recording", asked)).toMatchObject({ ok: false });
  }
  const heard = await bench.client.request("transcription.recording", { sessionKey: bench.key, path: media.path });
  expect(value(heard)).toEqual({ mediaType: "audio/wav", base64: wav() });
  expect(ear.requests).toHaveLength(1);
});

it("what is no recording is refused before anything is sent", async () => {
  const open = await openBench([{ body: { text: "Hello." } }]);
  const refused = await start(open, { kind: "bytes", name: "a.wav", base64: btoa("no sound") });
  expect(refused).toMatchObject({ ok: false, error: { code: "invalid-input" } });
  expect(open.ear.requests).toHaveLength(0);
});

it("a recording that comes with a message is in words before its turn, and the model reads them", async () => {
  const open = await openBench([{ body: { text: "Sort the receipts." } }]);
  const { bench } = open;
  const { media } = value(
    await bench.client.request("file.attach", { sessionKey: bench.key, name: "memo.wav", base64: wav() }),
  );
  await bench.ask("Please:", { media: [media] });
  const [said] = await bench.messages();
  expect(said).toMatchObject({ content: "Please:\n\nSort the receipts.", media: [{ ...media, heard: true }] });
  const sent = JSON.stringify(bench.endpoint.requests[0]?.body.messages);
  expect(sent).toContain("Sort the receipts.");
  expect(sent).toContain("recording of the words above");
});

it("a message whose recording cannot be put into words is not sent; without a choice it goes as a file", async () => {
  const open = await openBench([{ status: 500, body: {} }]);
  const { bench } = open;
  const attach = { sessionKey: bench.key, name: "memo.wav", base64: wav() };
  const { media } = value(await bench.client.request("file.attach", attach));
  const message = { sessionKey: bench.key, text: "Please:", media: [media] };
  expect(await bench.client.request("chat.send", message)).toMatchObject({ ok: false, error: { code: "model" } });
  expect(bench.endpoint.requests).toHaveLength(0);
  value(await bench.client.request("settings.update", { patch: { transcription: { provider: null } } }));
  await bench.ask("Please:", { media: [media] });
  expect((await bench.messages())[0]).toMatchObject({ content: "Please:", media: [media] });
});

it("the test sends a sound of its own, before anybody agreed to anything, and says what is wrong", async () => {
  const open = await openBench([{ body: { text: "" } }, { status: 404, body: {} }], { isAgreed: false });
  const { client } = open.bench;
  expect(value(await client.request("transcription.test", {}))).toMatchObject({ kind: "passed" });
  expect(open.ear.requests[0]?.file.bytes.length).toBe(44 + 32_000);
  expect(value(await client.request("transcription.test", {}))).toMatchObject({
    kind: "failed",
    nextStep: expect.stringContaining("/audio/transcriptions"),
  });
  expect(await ledgerOf(open)).toMatchObject([{ purpose: "test" }, { purpose: "test" }]);
});
