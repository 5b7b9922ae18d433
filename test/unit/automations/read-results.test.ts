import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Assistant } from "../../../src-main/assistant.ts";
import { type JobDraft, type JobId, jobDraftSchema } from "../../../src-preload/contract/automations.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { ledgerFiles } from "../../support/ledger.ts";
import { type ScriptedEndpoint, startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import { createTestHome, endpointSettings, record, type TestHome, terminal, value } from "../../support/test-home.ts";

/* What the person has read of jobs, what runs took, and how one is told. */

let home: TestHome;
let endpoint: ScriptedEndpoint;
let assistant: Assistant;
let client: Connection;

beforeEach(async () => {
  endpoint = await startScriptedEndpoint((_body, at) => ({ text: `answer ${at}` }));
  home = await createTestHome();
  await home.config({ ...endpointSettings(endpoint.baseUrl), prices });
  assistant = home.open();
  client = assistant.connect(terminal);
});
afterEach(async () => {
  await home[Symbol.asyncDispose]();
  await endpoint[Symbol.asyncDispose]();
});

/** Dollars for a million tokens. */
const prices = { "custom/scripted": { input: 1, output: 1 } };
const every = { kind: "every", minutes: 60, from: "2026-11-30T08:00:00.000Z" } as const;
async function add(given: Partial<JobDraft> = {}) {
  const draft = jobDraftSchema.parse({ name: "Weather", prompt: "How is it?", schedule: every, ...given });
  return value(await client.request("job.add", { draft })).job;
}
async function ran(id: JobId): Promise<SessionKey> {
  const other = assistant.connect(terminal);
  const seen = await record(other);
  const { sessionKey } = value(await client.request("job.run", { id }));
  await seen.until("job-end", (event) => event.sessionKey === sessionKey);
  await other.close();
  return sessionKey;
}
const metrics = async () => value(await client.request("job.metrics", {}));
const readOf = async (): Promise<number> => (await metrics()).jobs.reduce((sum, { read }) => sum + read, 0);
const reports = async () => value(await client.request("inbox.list", {})).reports;

it("counts a run as read whose report was seen or thrown away, or whose chat was opened", async () => {
  value(await client.request("profile.create", { name: "reporter", description: "Reports." }));
  const { id } = await add({ profile: "reporter" });
  const seen = await record(client);
  const keys = [await ran(id), await ran(id), await ran(id), await ran(id)];
  await vi.waitUntil(async () => (await reports()).length === 4);
  expect((await metrics()).jobs).toMatchObject([{ key: id, name: "Weather", runs: 4, done: 4, told: 4, read: 0 }]);
  const [fourth, third] = await reports();
  value(await client.request("inbox.seen", { ids: [fourth?.id ?? ""] }));
  expect(await readOf()).toBe(1);
  value(await client.request("inbox.remove", { id: third?.id ?? "" }));
  expect(await readOf()).toBe(2);
  for (const _ of [1, 2]) value(await client.request("session.open", { sessionKey: keys[0] ?? ("" as SessionKey) }));
  await vi.waitUntil(async () => (await readOf()) === 3);
  expect((await metrics()).profiles).toMatchObject([{ key: "reporter", runs: 4, read: 3 }]);
  expect(await seen.until("session-changed")).toMatchObject({ sessionKey: keys[0], chosen: { profile: "reporter" } });
});

it("counts what was told in a chat as read when that is opened or gone on with", async () => {
  const chat = "cli:direct" as SessionKey;
  const seen = await record(client);
  value(await client.request("chat.send", { sessionKey: chat, text: "Hello", workFolder: home.work }));
  await seen.until("run-end");
  const { id } = await add({ deliverTo: chat });
  await ran(id);
  await seen.until("message-added", ({ message }) => message.role === "user" && message.report !== undefined);
  expect(await readOf()).toBe(0);
  value(await client.request("chat.send", { sessionKey: chat, text: "Thanks" }));
  await vi.waitUntil(async () => (await readOf()) === 1);
});

it("leaves a time out after ten results that nobody read, says so, and uses each again once somebody is there", async () => {
  const { id } = await add();
  const at = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const folder = join(home.home, "automations", "runs");
  await mkdir(folder, { recursive: true });
  const runs = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10].flatMap((minutes) => {
    const about = { jobId: id, time: at(minutes), due: at(minutes), sessionKey: `cron:${id}:r${minutes}` };
    return [
      { ...about, kind: "begun", trigger: "schedule" },
      { ...about, kind: "ended", outcome: "done", said: "Sunny." },
    ];
  });
  const lines = runs.map((line) => `${JSON.stringify(line)}\n`).join("");
  await writeFile(join(folder, `${new Date().toISOString().slice(0, 7)}.jsonl`), lines);
  const path = join(home.home, "automations", "jobs.json");
  const job = {
    ...value(await client.request("job.list", {})).jobs[0]?.job,
    state: "on",
    triedAt: at(110),
    dueAfter: at(110),
    schedule: { kind: "every", minutes: 8, from: at(100) },
  };
  await writeFile(path, JSON.stringify({ jobs: [job] }));
  await assistant.close();
  assistant = home.open();
  client = assistant.connect(terminal);
  const only = async () => value(await client.request("job.list", {})).jobs[0];
  expect((await only())?.backOff).toEqual({ factor: 4, reason: "unread", count: 10 });
  assistant.warmUp();
  await vi.waitUntil(async () => (await only())?.lines[0]?.kind === "rested");
  expect((await only())?.lines[0]).toMatchObject({ kind: "rested", reason: "unread" });
  expect((await only())?.next).toBe((await only())?.times[2]);
  await ran(id);
  expect((await only())?.backOff).toBeNull();
  expect((await only())?.next).toBe((await only())?.times[0]);
});

it("tells what a run took, what was decided in it, and what its job may do", async () => {
  await endpoint[Symbol.asyncDispose]();
  const look = { calls: [{ name: "exec", arguments: { command: "touch made" } }] };
  endpoint = await startScriptedEndpoint([look, { text: "Made." }]);
  await home.config({ ...endpointSettings(endpoint.baseUrl), prices, approvals: { mode: "ask" } });
  const job = await add({ workFolder: home.work });
  expect(await client.request("job.record", { id: job.id })).toMatchObject({ error: { code: "not-found" } });
  const seen = await record(client);
  const { sessionKey } = value(await client.request("job.run", { id: job.id }));
  const { approval } = await seen.until("approval-request");
  const [match] = approval.subject.offers?.matches ?? [];
  if (match === undefined) throw new Error("nothing can be remembered");
  const remember = { match, scope: "chat" } as const;
  const { approvalId } = approval;
  value(await client.request("approval.answer", { approvalId, decision: "allow-once", remember }));
  await seen.until("job-end");
  await vi.waitUntil(async () => value(await client.request("job.record", { id: job.id })).decisions.length === 1);
  const told = value(await client.request("job.record", { id: job.id, sessionKey }));
  expect(told).toMatchObject({
    trigger: "hand",
    steps: 1,
    end: { outcome: "done", said: "Made." },
    decisions: [{ decision: "allow", by: "person" }],
    grants: [{ scope: { kind: "job", jobId: job.id } }],
  });
  expect(told.end?.tokens).toBeGreaterThan(0);
  expect(told.end?.cost).toBeCloseTo((told.end?.tokens ?? 0) / 1_000_000, 9);
  expect((await metrics()).today).toEqual({ tokens: told.end?.tokens, cost: told.end?.cost });
  expect(told.end?.durationMs).toBeGreaterThan(0);
});

it("says that the cost of today is not known once a run has no price", async () => {
  const unpriced = { at: Date.now(), model: "custom/unpriced", input: 5, output: 1, cost: null, purpose: "automation" };
  for (const [path, lines] of ledgerFiles([unpriced])) {
    const file = join(home.home, path.replace(".perch/", ""));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, lines);
  }
  const { id } = await add();
  await ran(id);
  const { today } = await metrics();
  expect(today.tokens).toBeGreaterThan(6);
  expect(today.cost).toBeNull();
});
