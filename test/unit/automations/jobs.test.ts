import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Assistant } from "../../../src-main/assistant.ts";
import { type JobDraft, type JobView, jobDraftSchema } from "../../../src-preload/contract/automations.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { type ScriptedEndpoint, startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import { createTestHome, endpointSettings, record, type TestHome, terminal, value } from "../../support/test-home.ts";

let home: TestHome;
let endpoint: ScriptedEndpoint;
let assistant: Assistant;
let client: Connection;

beforeEach(async () => {
  endpoint = await startScriptedEndpoint([{ text: "It is sunny." }, { text: "It rains." }]);
  home = await createTestHome();
  await home.config({ ...endpointSettings(endpoint.baseUrl) });
  assistant = home.open();
  client = assistant.connect(terminal);
});
afterEach(async () => {
  await home[Symbol.asyncDispose]();
  await endpoint[Symbol.asyncDispose]();
});

const draft = (given: Partial<JobDraft> = {}): JobDraft =>
  jobDraftSchema.parse({
    name: "Weather",
    prompt: "What is the weather?",
    schedule: { kind: "cron", expression: "0 9 * * 1-5", timezone: "Europe/Paris" },
    ...given,
  });
const codeOf = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? "ok" : result.error?.code);
const only = async (): Promise<JobView> => {
  const { jobs } = value(await client.request("job.list", {}));
  expect(jobs).toHaveLength(1);
  return jobs[0] as JobView;
};

describe("a job", () => {
  it("is off until it was tried, and has its next time then", async () => {
    const { job, next } = value(await client.request("job.add", { draft: draft() }));
    expect({ state: job.state, next }).toEqual({ state: "off", next: null });
    expect(codeOf(await client.request("job.set", { id: job.id, state: "on" }))).toBe("invalid-input");
    const seen = await record(client);
    const { sessionKey } = value(await client.request("job.run", { id: job.id, trial: true }));
    expect(await seen.until("job-end")).toMatchObject({ sessionKey, outcome: "done", name: "Weather" });
    await vi.waitUntil(async () => (await only()).job.triedAt !== null);
    const on = value(await client.request("job.set", { id: job.id, state: "on" }));
    expect(on.next).toBeGreaterThan(Date.now());
    expect(on.lines[0]).toMatchObject({ kind: "ended", outcome: "done", said: "It is sunny." });
    const chat = value(await client.request("session.open", { sessionKey }));
    expect(chat.summary.title).toBe("Weather");
    const listed = async (attended: boolean) =>
      value(await client.request("session.list", { attended })).sessions.map(({ key }) => key);
    expect(await listed(true)).toEqual([]);
    expect(await listed(false)).toEqual([sessionKey]);
    expect(chat.page.messages.map(({ message }) => message.content)).toEqual(["What is the weather?", "It is sunny."]);
    await vi.waitUntil(async () => value(await client.request("inbox.list", {})).reports.length > 0);
    expect(value(await client.request("inbox.list", {})).reports).toMatchObject([
      { kind: "result", title: "Weather", text: "It is sunny.", sessionKey, isSeen: false },
    ]);
  });

  it("that is to do something else counts as never tried", async () => {
    const { job } = value(await client.request("job.add", { draft: draft() }));
    const seen = await record(client);
    value(await client.request("job.run", { id: job.id, trial: true }));
    await seen.until("job-end");
    await vi.waitUntil(async () => (await only()).job.triedAt !== null);
    value(await client.request("job.change", { id: job.id, change: { name: "Sky" } }));
    expect((await only()).job.triedAt).not.toBeNull();
    value(await client.request("job.set", { id: job.id, state: "on" }));
    value(await client.request("job.change", { id: job.id, change: { prompt: "And tomorrow?" } }));
    expect((await only()).job).toMatchObject({ triedAt: null, state: "off" });
  });

  it("keeps all that a change says nothing of", async () => {
    const given = { mode: "plan", model: "custom/other", missed: "ask", retries: 3, workFolder: home.home } as const;
    const { job, times } = value(await client.request("job.add", { draft: draft(given) }));
    expect(times).toHaveLength(5);
    const changed = value(await client.request("job.change", { id: job.id, change: { name: "Sky" } }));
    expect(changed.job).toEqual({ ...job, name: "Sky" });
  });

  it("is delivered to its chat, whose next turn sees it as what nobody wrote", async () => {
    const chat = value(await client.request("session.create", {})).summary.key;
    const { job } = value(await client.request("job.add", { draft: draft({ deliverTo: chat as never }) }));
    const seen = await record(client);
    const { sessionKey } = value(await client.request("job.run", { id: job.id }));
    await seen.until("message-added", (event) => event.sessionKey === chat);
    const told = value(await client.request("session.open", { sessionKey: chat as never }));
    expect(told.page.messages.map(({ message }) => message)).toMatchObject([
      { role: "user", content: "It is sunny.", sender: "job", report: { name: "Weather", sessionKey } },
    ]);
    expect(value(await client.request("inbox.list", {})).reports).toEqual([]);
    value(await client.request("chat.send", { sessionKey: chat as never, text: "So?" }));
    await seen.until("run-end", (event) => event.sessionKey === chat);
    expect(JSON.stringify(endpoint.requests.at(-1)?.body)).toMatch(/It is sunny\..*No person wrote this message/);
  });

  it("that is a reminder is on at once, and asks no model", async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const { job, next } = value(
      await client.request("job.add", {
        draft: draft({ kind: "reminder", prompt: "Tea!", schedule: { kind: "at", at } }),
      }),
    );
    expect({ state: job.state, next }).toEqual({ state: "on", next: Date.parse(at) });
    const seen = await record(client);
    value(await client.request("job.run", { id: job.id }));
    await seen.until("inbox-changed");
    expect(value(await client.request("inbox.list", {})).reports).toMatchObject([{ kind: "reminder", text: "Tea!" }]);
    expect(endpoint.requests).toHaveLength(0);
  });

  it("is refused in words where its schedule can be none", async () => {
    const bad = { kind: "cron", expression: "0 9 30 2 *", timezone: "Europe/Paris" } as const;
    expect(await client.request("job.add", { draft: draft({ schedule: bad }) })).toMatchObject({
      error: { code: "invalid-input", message: expect.stringMatching(/never comes/) },
    });
    expect(value(await client.request("job.list", {})).jobs).toEqual([]);
  });

  it("whose prompt is a command of Perch ends with what Perch answers", async () => {
    const { job } = value(await client.request("job.add", { draft: draft({ prompt: "/status" }) }));
    const seen = await record(client);
    value(await client.request("job.run", { id: job.id }));
    expect(await seen.until("job-end")).toMatchObject({ outcome: "done" });
    expect((await only()).lines[0]).toMatchObject({ said: expect.stringContaining("custom/scripted") });
    expect(endpoint.requests).toHaveLength(0);
  });

  it("is not switched on for a moment that is long past", async () => {
    const at = new Date(Date.now() - 240_000).toISOString();
    const { job } = value(
      await client.request("job.add", { draft: draft({ kind: "reminder", schedule: { kind: "at", at } }) }),
    );
    value(await client.request("job.set", { id: job.id, state: "off" }));
    vi.spyOn(home.host, "now").mockImplementation(() => Date.now() + 3_600_000);
    expect(await client.request("job.set", { id: job.id, state: "on" })).toMatchObject({
      error: { code: "invalid-input", message: expect.stringMatching(/is past/) },
    });
    vi.restoreAllMocks();
  });

  it("is gone once it is removed, and is no other's", async () => {
    const { job } = value(await client.request("job.add", { draft: draft() }));
    value(await client.request("job.remove", { id: job.id }));
    for (const route of ["job.remove", "job.run"] as const) {
      expect(codeOf(await client.request(route, { id: job.id }))).toBe("not-found");
    }
  });

  it("is left alone in a file that cannot be read", async () => {
    value(await client.request("job.add", { draft: draft() }));
    const path = join(home.home, "automations", "jobs.json");
    await writeFile(path, "{ not json");
    expect(await client.request("job.add", { draft: draft() })).toMatchObject({
      error: { code: "bad-settings", message: expect.stringContaining("jobs.json") },
    });
    expect(await readFile(path, "utf8")).toBe("{ not json");
  });
});
