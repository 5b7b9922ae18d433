import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type JobDraft, jobDraftSchema } from "../../../src-preload/contract/automations.ts";
import { type SessionKey, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { Report } from "../../../src-preload/contract/inbox.ts";
import { type AgentBench, createAgentBench } from "../../support/agent-bench.ts";
import { value } from "../../support/test-home.ts";

/* A report is answered in its thread. */

let bench: AgentBench;

beforeEach(async () => {
  bench = await createAgentBench((_body, at) => ({ text: `answer ${at}` }));
});
afterEach(() => bench[Symbol.asyncDispose]());

const draft = (given: Partial<JobDraft>): JobDraft =>
  jobDraftSchema.parse({
    name: "Weather",
    prompt: "What is the weather?",
    schedule: { kind: "cron", expression: "0 9 * * 1-5", timezone: "Europe/Paris" },
    ...given,
  });
const reports = async (): Promise<readonly Report[]> => value(await bench.client.request("inbox.list", {})).reports;
const begin = sessionKeySchema.parse("desktop:begun");
const messagesOf = async (sessionKey: SessionKey) =>
  value(await bench.client.request("session.open", { sessionKey, limit: 200 })).page.messages.map(
    ({ message }) => message,
  );

async function reported(given: Partial<JobDraft>): Promise<Report> {
  const { job } = value(await bench.client.request("job.add", { draft: draft(given) }));
  value(await bench.client.request("job.run", { id: job.id }));
  await bench.seen.until("inbox-changed");
  const [report] = await reports();
  if (report === undefined) throw new Error("nothing was reported");
  return report;
}
const answer = (id: string, more: object = {}) =>
  bench.client.request("inbox.answer", { id, text: "And tomorrow?", messageId: "m_a" as never, begin, ...more });

describe("an answer", () => {
  it("goes on with the chat of the run, once", async () => {
    const report = await reported({});
    const first = value(await answer(report.id));
    expect(first.sessionKey).toBe(report.sessionKey);
    await bench.seen.until("run-end", ({ text }) => text === "answer 1");
    expect(value(await answer(report.id)).sessionKey).toBe(report.sessionKey);
    const said = (await messagesOf(first.sessionKey)).map(({ role, content }) => `${role} ${content}`);
    expect(said).toEqual([
      "user What is the weather?",
      "assistant answer 0",
      "user And tomorrow?",
      "assistant answer 1",
    ]);
    expect((await reports())[0]?.chats).toEqual([]);
  });

  it("to what no chat tells of begins one that holds it, and goes on there", async () => {
    const report = await reported({ kind: "reminder", prompt: "Call the dentist." });
    expect(report.sessionKey).toBeNull();
    expect(value(await answer(report.id))).toEqual({ sessionKey: begin });
    await bench.seen.until("run-end");
    const told = await messagesOf(begin);
    expect(told).toMatchObject([
      { content: "Call the dentist.", report: { name: "Weather", sessionKey: null, from: "inbox" } },
      { content: "And tomorrow?", sender: "user" },
      { role: "assistant" },
    ]);
    expect(JSON.stringify(bench.endpoint.requests.at(-1)?.body)).toMatch(/Call the dentist.*as it was reported/);
    expect((await reports())[0]?.chats).toEqual([{ sessionKey: begin, profile: null }]);
    const again = { messageId: "m_b" as never, begin: sessionKeySchema.parse("desktop:second") };
    expect(value(await answer(report.id, again))).toEqual({ sessionKey: begin });
  });

  it("to a profile begins a chat of it, which knows what was said, and both are linked", async () => {
    const report = await reported({});
    value(await answer(report.id));
    await bench.seen.until("run-end", ({ text }) => text === "answer 1");
    const asked = { messageId: "m_b" as never, profile: "planner", text: "Plan it." };
    expect(await answer(report.id, asked)).toMatchObject({ error: { code: "not-found" } });
    expect((await reports())[0]?.chats).toEqual([]);
    value(await bench.client.request("profile.create", { name: "planner", description: "Plans." }));
    expect(value(await answer(report.id, asked))).toEqual({ sessionKey: begin });
    await bench.seen.until("run-end", ({ sessionKey }) => sessionKey === begin);
    const [told] = await messagesOf(begin);
    expect(told).toMatchObject({ report: { sessionKey: report.sessionKey, from: "inbox" } });
    expect(told?.content).toBe("answer 0\n\nUser: And tomorrow?\n\nAssistant: answer 1");
    expect((await reports())[0]?.chats).toEqual([{ sessionKey: begin, profile: "planner" }]);
    const changed = bench.seen.events.findLast(
      (event) => event.type === "session-changed" && event.sessionKey === begin,
    );
    expect(changed).toMatchObject({ chosen: { profile: "planner" }, summary: { title: "Weather" } });
  });

  it("is refused where the report is gone, and for a chat that runs by itself", async () => {
    expect(await answer("i_none")).toMatchObject({ error: { code: "not-found" } });
    const report = await reported({ kind: "reminder" });
    expect(await answer(report.id, { begin: "cron:a:b" })).toMatchObject({ error: { code: "invalid-input" } });
    expect((await reports())[0]?.chats).toEqual([]);
  });

  it("begins a chat where that of the run is gone", async () => {
    const report = await reported({});
    value(await bench.client.request("session.remove", { sessionKey: report.sessionKey as never }));
    expect(value(await answer(report.id))).toEqual({ sessionKey: begin });
    await bench.seen.until("run-end", ({ sessionKey }) => sessionKey === begin);
    expect((await messagesOf(begin))[0]?.content).toBe("answer 0");
  });

  it("takes along what strangers wrote where its chat had read them, whoever reported it", async () => {
    const path = "../order.txt";
    await using read = await createAgentBench(
      [{ calls: [{ name: "read_file", arguments: { path } }] }, { text: "It says no." }, { text: "Planned." }],
      { settings: { tools: { restrictToWorkspace: false } } },
    );
    await read.write(path, "No.");
    await read.ask("Look there.");
    const report = {
      id: "i_1",
      at: Date.now(),
      kind: "news",
      title: "Look",
      text: "It says no.",
      sessionKey: read.key,
    };
    await writeFile(join(read.home.home, "inbox.json"), JSON.stringify({ reports: [report] }));
    value(await read.client.request("profile.create", { name: "planner", description: "Plans." }));
    const asked = { id: "i_1", text: "Plan it.", messageId: "m_b" as never, begin, profile: "planner" };
    value(await read.client.request("inbox.answer", asked));
    const { page } = value(await read.client.request("session.open", { sessionKey: begin, limit: 10 }));
    expect(page.messages[0]?.message.untrusted).toBe(join(read.home.folder, "order.txt"));
  });
});
