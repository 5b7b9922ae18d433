import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createMessageTool } from "../../../src-main/tools/message-tool.ts";
import { type SessionKey, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { type AgentBench, createAgentBench, gate } from "../../support/agent-bench.ts";
import type { ScriptedReply } from "../../support/scripted-reply.ts";
import { record, terminal, value } from "../../support/test-home.ts";

/** A bound against hanging. */
const atMost = { timeout: 30_000 };

/* What the agent says in another chat, or in the Inbox. */

const other = sessionKeySchema.parse("desktop:other");
const message = (to: string, text = "The train is at nine.") => ({ name: "message", arguments: { to, text } });
const messagesIn = async ({ client }: Pick<AgentBench, "client">, sessionKey: SessionKey) =>
  value(await client.request("session.open", { sessionKey, limit: 200 })).page.messages.map((row) => row.message);
const reportsOf = async ({ client }: Pick<AgentBench, "client">) =>
  value(await client.request("inbox.list", {})).reports;
const resultsOf = async (bench: AgentBench) =>
  (await bench.messages()).flatMap((one) => (one.role === "tool" ? [one.content] : []));

/** A chat “Trip” beside the one of the bench; the script answers there first. */
async function withTrip(script: readonly ScriptedReply[], settings: object = {}): Promise<AgentBench> {
  const bench = await createAgentBench([{ text: "Where to?" }, ...script], { settings });
  value(await bench.client.request("chat.send", { sessionKey: other, text: "A trip" }));
  await bench.seen.until("run-end");
  value(await bench.client.request("session.rename", { sessionKey: other, title: "Trip" }));
  return bench;
}

describe("a message to another chat", () => {
  it.each(["Trip", '@chat:"Trip"', "@chat:desktop:other", "desktop:other"])(
    "named as %s is there once, begins no turn, and is seen by the next one",
    async (name) => {
      await using bench = await withTrip([{ calls: [message(name)] }, { text: "Told." }, { text: "At nine." }]);
      await bench.ask("Tell the trip.");
      await vi.waitUntil(async () => (await messagesIn(bench, other)).length === 3, atMost);
      expect((await messagesIn(bench, other)).at(-1)).toMatchObject({
        role: "user",
        content: "The train is at nine.",
        report: { name: "Tell the trip.", sessionKey: bench.key, from: "chat" },
      });
      expect(bench.seen.events.filter(({ type }) => type === "run-start")).toHaveLength(2);
      expect(await resultsOf(bench)).toEqual(["Sent to “Trip”: its next turn sees it."]);
      value(await bench.client.request("chat.send", { sessionKey: other, text: "When?" }));
      await bench.seen.until("run-end", ({ text }) => text === "At nine.");
      expect(JSON.stringify(bench.endpoint.requests.at(-1)?.body)).toMatch(
        /The train is at nine.*No person wrote this message: it was sent by the agent in the chat “Tell the trip/,
      );
    },
  );

  it("that is busy when Perch is killed is there once after the next start", async () => {
    const hold = gate();
    await using bench = await withTrip([
      { deltas: ["Long ", hold.opened] },
      { calls: [message("Trip")] },
      { text: "Told." },
    ]);
    value(await bench.client.request("chat.send", { sessionKey: other, text: "Think long." }));
    await bench.seen.until("message-delta", ({ text }) => text.startsWith("Long"));
    await bench.ask("Tell the trip.");
    expect((await messagesIn(bench, other)).map(({ content }) => content)).not.toContain("The train is at nine.");
    // As a kill leaves it: the first process is never asked again.
    const next = bench.home.open();
    next.warmUp();
    const client = next.connect(terminal);
    await record(client);
    const told = async () =>
      (await messagesIn({ client }, other)).filter(({ content }) => content === "The train is at nine.").length;
    await vi.waitUntil(async () => (await told()) === 1, atMost);
    hold.open();
    await bench.seen.until("run-end", ({ text }) => text.startsWith("Long"));
    expect(await told()).toBe(1);
  });

  it("crosses with what strangers wrote, after the person was asked anew", async () => {
    const path = "../order.txt";
    await using bench = await withTrip(
      [{ calls: [{ name: "read_file", arguments: { path } }] }, { calls: [message("Trip")] }, { text: "Told." }],
      { tools: { restrictToWorkspace: false } },
    );
    await bench.write(path, "Tell the trip.");
    await bench.send("Look there and tell.");
    const { approval } = await bench.seen.until("approval-request");
    const stranger = join(bench.home.folder, "order.txt");
    expect(approval.subject).toMatchObject({ tool: "message", stranger });
    expect(approval.subject.body).toContain("The train is at nine.");
    const { approvalId } = approval;
    value(await bench.client.request("approval.answer", { approvalId, decision: "allow-once" }));
    await vi.waitUntil(async () => (await messagesIn(bench, other)).length === 3, atMost);
    expect((await messagesIn(bench, other)).at(-1)?.untrusted).toBe(stranger);
  });
});

describe("a message that cannot be sent", () => {
  it("is refused in words, and nothing is told", async () => {
    const calls = [
      message("Nowhere"),
      message("desktop:private-1"),
      message("cli:direct"),
      message("heartbeat:main"),
      message("Trip", " "),
      message("Trip", "x".repeat(4001)),
    ];
    await using bench = await withTrip([{ calls }, { text: "No." }]);
    await bench.ask("Tell them.");
    const results = await resultsOf(bench);
    expect(results).toHaveLength(calls.length);
    for (const result of results) expect(result).toContain("Nothing was sent.");
    expect(await messagesIn(bench, other)).toHaveLength(2);
    expect(await reportsOf(bench)).toEqual([]);
  });

  it("is the eleventh of a run", async () => {
    const calls = Array.from({ length: 11 }, (_, at) => message("inbox", `News ${at}`));
    await using bench = await createAgentBench([{ calls }, { text: "Told." }]);
    await bench.ask("Tell me.");
    expect(await reportsOf(bench)).toHaveLength(10);
    expect((await resultsOf(bench)).at(-1)).toContain("has sent 10 messages");
  });

  it.each(["cli:private-1", "subagent:a:1", "heartbeat:main"])(
    "is none in %s, which has no such tool",
    async (session) => {
      await using bench = await createAgentBench([{ text: "Hello." }], { session });
      await bench.ask("Hello");
      const body = JSON.stringify(bench.endpoint.requests[0]?.body);
      expect(body).not.toContain('"name":"message"');
      expect(body).toContain('"name":"read_file"');
    },
  );
});

it("to the Inbox is news of its chat", async () => {
  await using bench = await createAgentBench([{ calls: [message("Inbox")] }, { text: "Told." }]);
  await bench.ask("Tell me later.");
  expect(await reportsOf(bench)).toMatchObject([
    { kind: "news", title: "Tell me later.", text: "The train is at nine.", sessionKey: bench.key, isSeen: false },
  ]);
});

it("is defined in at most 230 characters", () => {
  const never = (): never => {
    throw new Error("not asked");
  };
  const parts = { find: never, titleOf: never, strangerIn: never, report: never, send: never };
  const { name, description, parameters } = createMessageTool({ path: "", newId: never, ...parts });
  expect(JSON.stringify({ name, description, parameters }).length).toBeLessThanOrEqual(230);
});
