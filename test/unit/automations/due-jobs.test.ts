import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Assistant } from "../../../src-main/assistant.ts";
import { type JobDraft, jobDraftSchema, type SlotLine } from "../../../src-preload/contract/automations.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { type ScriptedEndpoint, startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import { createTestHome, endpointSettings, record, type TestHome, terminal, value } from "../../support/test-home.ts";

let home: TestHome;
let endpoint: ScriptedEndpoint;

beforeEach(async () => {
  endpoint = await startScriptedEndpoint((_body, at) => ({ text: `answer ${at}` }));
  home = await createTestHome();
  await home.config(endpointSettings(endpoint.baseUrl));
});
afterEach(async () => {
  await home[Symbol.asyncDispose]();
  await endpoint[Symbol.asyncDispose]();
});

function open(): { assistant: Assistant; client: Connection } {
  const assistant = home.open();
  return { assistant, client: assistant.connect(terminal) };
}
const justPast = (): JobDraft["schedule"] => ({ kind: "at", at: new Date(Date.now() - 60_000).toISOString() });
const draft = (given: Partial<JobDraft>): JobDraft =>
  jobDraftSchema.parse({ name: "Once", prompt: "Now", schedule: justPast(), ...given });
const linesOf = async (client: Connection): Promise<readonly SlotLine[]> =>
  value(await client.request("job.list", {})).jobs.flatMap(({ lines }) => lines);

describe("what is due", () => {
  it("is run where Perch stays, and not where it goes away again", async () => {
    const { assistant, client } = open();
    value(await client.request("job.add", { draft: draft({ kind: "reminder" }) }));
    expect(await linesOf(client)).toEqual([]);
    const seen = await record(client);
    assistant.warmUp();
    expect(await seen.until("job-end")).toMatchObject({ name: "Once", outcome: "done" });
    await vi.waitUntil(async () => value(await client.request("inbox.list", {})).reports.length === 1);
    await vi.waitUntil(async () => value(await client.request("job.list", {})).jobs[0]?.job.state === "off");
  });

  it("is not run once more by the next start (SEC-139)", async () => {
    const { assistant, client } = open();
    const { job } = value(await client.request("job.add", { draft: draft({}) }));
    value(await client.request("job.run", { id: job.id, trial: true }));
    await vi.waitUntil(async () => value(await client.request("job.list", {})).jobs[0]?.job.triedAt !== null);
    const seen = await record(client);
    assistant.warmUp();
    value(await client.request("job.set", { id: job.id, state: "on" }));
    await seen.until("job-end");
    await assistant.close();
    const again = open();
    again.assistant.warmUp();
    await vi.waitUntil(async () => (await linesOf(again.client)).length > 0);
    const begun = (await linesOf(again.client)).filter((line) => line.kind === "begun" && line.trigger !== "trial");
    expect(begun).toHaveLength(1);
    expect(endpoint.requests).toHaveLength(2);
  });

  it("that waits for a person goes on when they have answered, also after a restart", async () => {
    await endpoint[Symbol.asyncDispose]();
    endpoint = await startScriptedEndpoint([
      { calls: [{ name: "exec", arguments: { command: "touch made" } }] },
      { text: "It is made." },
    ]);
    await home.config({ ...endpointSettings(endpoint.baseUrl), approvals: { mode: "ask" } });
    const { assistant, client } = open();
    const { job } = value(await client.request("job.add", { draft: draft({ workFolder: home.work }) }));
    const seen = await record(client);
    const { sessionKey } = value(await client.request("job.run", { id: job.id, trial: true }));
    const { approval } = await seen.until("approval-request");
    expect(value(await client.request("job.list", {})).jobs[0]?.running).toMatchObject({ sessionKey, waiting: true });
    await assistant.close("quit");
    const again = open();
    again.assistant.warmUp();
    const then = await record(again.client);
    value(await again.client.request("approval.answer", { approvalId: approval.approvalId, decision: "allow-once" }));
    expect(await then.until("job-end")).toMatchObject({ sessionKey, outcome: "done" });
    expect((await linesOf(again.client))[0]).toMatchObject({ kind: "ended", said: "It is made." });
  });
});

describe("runs whose ends could not be written", () => {
  it("are closed by the next start, the older ones without another look", async () => {
    const { assistant, client } = open();
    const { job } = value(await client.request("job.add", { draft: draft({}) }));
    await assistant.close();
    const lineOf = (name: string) => {
      const time = new Date().toISOString();
      const sessionKey = `cron:${job.id}:${name}`;
      return `${JSON.stringify({ time, jobId: job.id, due: time, kind: "begun", sessionKey, trigger: "hand" })}\n`;
    };
    const folder = join(home.home, "automations", "runs");
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${new Date().toISOString().slice(0, 7)}.jsonl`);
    await writeFile(file, `${lineOf("older")}${lineOf("newer")}`);
    const again = open();
    again.assistant.warmUp();
    const ended = async () => (await linesOf(again.client)).filter((line) => line.kind === "ended");
    await vi.waitUntil(async () => (await ended()).length === 2);
    expect((await ended()).map(({ outcome }) => outcome)).toEqual(["interrupted", "interrupted"]);
    // That of the newest alone: its report comes behind its end.
    const told = async () => value(await again.client.request("inbox.list", {})).reports.length;
    await vi.waitUntil(async () => (await told()) > 0);
    expect(await told()).toBe(1);
  });
});

describe("what was allowed for a job", () => {
  it("holds in its next run and in no other job, and goes with it", async () => {
    await endpoint[Symbol.asyncDispose]();
    const look = { calls: [{ name: "exec", arguments: { command: "touch made" } }] };
    endpoint = await startScriptedEndpoint([look, { text: "1" }, look, { text: "2" }, look]);
    await home.config({ ...endpointSettings(endpoint.baseUrl), approvals: { mode: "ask" } });
    const { client } = open();
    const add = async () => value(await client.request("job.add", { draft: draft({ workFolder: home.work }) })).job;
    const [one, other] = [await add(), await add()];
    const seen = await record(client);
    value(await client.request("job.run", { id: one.id }));
    const { approval } = await seen.until("approval-request");
    const [match] = approval.subject.offers?.matches ?? [];
    if (match === undefined) throw new Error("nothing can be remembered");
    const remember = { match, scope: "chat" } as const;
    const { approvalId } = approval;
    value(await client.request("approval.answer", { approvalId, decision: "allow-once", remember }));
    await seen.until("job-end");
    expect(value(await client.request("rules.list", {})).rules).toMatchObject([
      { scope: { kind: "job", jobId: one.id } },
    ]);
    const { sessionKey } = value(await client.request("job.run", { id: one.id }));
    await seen.until("job-end", (event) => event.sessionKey === sessionKey);
    const asks = value(await client.request("job.run", { id: other.id })).sessionKey;
    await seen.until("approval-request", (event) => event.sessionKey === asks);
    value(await client.request("job.remove", { id: one.id }));
    expect(value(await client.request("rules.list", {})).rules).toEqual([]);
  });
});

describe("a run that nobody watches", () => {
  it("makes no further jobs (SEC-141)", async () => {
    await endpoint[Symbol.asyncDispose]();
    const add = { action: "add", kind: "reminder", when: "every hour", prompt: "again" };
    endpoint = await startScriptedEndpoint([{ calls: [{ name: "cron", arguments: add }] }, { text: "Well." }]);
    await home.config(endpointSettings(endpoint.baseUrl));
    const { client } = open();
    const { job } = value(await client.request("job.add", { draft: draft({}) }));
    const seen = await record(client);
    value(await client.request("job.run", { id: job.id }));
    await seen.until("job-end");
    expect(value(await client.request("job.list", {})).jobs).toHaveLength(1);
    expect(JSON.stringify(endpoint.requests[1]?.body)).toContain("A job makes no jobs");
  });

  it("ends at the limits of its job, in iterations and in tokens", async () => {
    await endpoint[Symbol.asyncDispose]();
    const looks = { calls: [{ name: "list_dir", arguments: {} }] };
    endpoint = await startScriptedEndpoint(() => looks);
    await home.config(endpointSettings(endpoint.baseUrl));
    const { client } = open();
    const limits = { maxIterations: 2, maxTokens: null, maxDurationSeconds: null };
    const { job } = value(await client.request("job.add", { draft: draft({ limits, retries: 0 }) }));
    const seen = await record(client);
    value(await client.request("job.run", { id: job.id }));
    expect(await seen.until("job-end")).toMatchObject({ outcome: "failed" });
    expect(endpoint.requests).toHaveLength(3);
  });
});

describe("a chat", () => {
  it("goes along with the run of a job that is to know it", async () => {
    const { client } = open();
    const chat = "cli:direct" as SessionKey;
    const seen = await record(client);
    value(await client.request("chat.send", { sessionKey: chat, text: "My train leaves at 9", workFolder: home.work }));
    await seen.until("run-end");
    const { job } = value(await client.request("job.add", { draft: draft({ deliverTo: chat, withHistory: true }) }));
    value(await client.request("job.run", { id: job.id }));
    await seen.until("job-end");
    expect(JSON.stringify(endpoint.requests[1]?.body)).toContain("My train leaves at 9");
  });

  it("gets a reminder that was asked for in it, and the job stands in the list", async () => {
    await endpoint[Symbol.asyncDispose]();
    const add = { action: "add", kind: "reminder", when: "in 20 minutes", prompt: "Tea is ready", name: "Tea" };
    endpoint = await startScriptedEndpoint([{ calls: [{ name: "cron", arguments: add }] }, { text: "I will." }]);
    await home.config(endpointSettings(endpoint.baseUrl));
    const { client } = open();
    const seen = await record(client);
    const sessionKey = "cli:direct" as SessionKey;
    value(await client.request("chat.send", { sessionKey, text: "Remind me of my tea", workFolder: home.work }));
    await seen.until("run-end");
    const [view] = value(await client.request("job.list", {})).jobs;
    expect(view?.job).toMatchObject({ name: "Tea", state: "on", deliverTo: sessionKey, madeIn: sessionKey });
    value(await client.request("job.run", { id: view?.job.id ?? ("" as never) }));
    const told = await seen.until("message-added", ({ message }) => message.content === "Tea is ready");
    expect(told).toMatchObject({ sessionKey, message: { report: { name: "Tea" } } });
  });
});
