import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { createHomeLine } from "../../../src-main/cli/mcp-server/home-line.ts";
import { createPerchServer } from "../../../src-main/cli/mcp-server/perch-server.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { type AgentBench, createAgentBench } from "../../support/agent-bench.ts";
import type { Script } from "../../support/scripted-endpoint.ts";
import { terminal, value } from "../../support/test-home.ts";

type Form = { readonly message: string };
type FormAnswer = { readonly action: "accept" | "decline" | "cancel"; readonly content?: Record<string, string> };

interface ProgramOptions {
  /** How it answers a form; it cannot show one where this is left out. */
  readonly onForm?: (form: Form) => Promise<FormAnswer>;
  /** More of config.json. */
  readonly settings?: object;
}

/** A program that has Perch among its servers, over a line in memory. */
async function program(script: Script, { onForm, settings = {} }: ProgramOptions = {}) {
  const bench = await createAgentBench(script, { settings });
  const line = createHomeLine(async () => {
    const connection = bench.assistant.connect(terminal);
    return ok({ connection, close: () => connection.close() });
  });
  const server = createPerchServer({
    line,
    version: "1.0.0",
    startFolder: bench.home.work,
    problemOfFolder: async (folder) => (folder.startsWith(bench.home.work) ? null : `${folder} is too much.`),
    host: bench.home.host,
  });
  const client = new Client(
    { name: "editor", version: "1.0.0" },
    { capabilities: onForm === undefined ? {} : { elicitation: { form: {} } } },
  );
  if (onForm !== undefined) client.setRequestHandler("elicitation/create", ({ params }) => onForm(params));
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const call = async (name: string, args: Record<string, unknown> = {}, more: object = {}) => {
    const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args }, more);
    const text = content.map((part) => (part.type === "text" ? part.text : part.type)).join("\n");
    const facts: Readonly<Record<string, unknown>> = Object(structuredContent);
    return { text, isError, facts };
  };
  return {
    bench,
    client,
    call,
    async [Symbol.asyncDispose]() {
      await client.close();
      await line.close();
      await bench[Symbol.asyncDispose]();
    },
  };
}

const write = { name: "write_file", arguments: { path: "notes.md", content: "milk" } };
const writing: Script = [{ calls: [write] }, { text: "Written." }];

/** What waits for the person, once it does. */
async function waiting(bench: AgentBench) {
  const listed = async () => value(await bench.client.request("approval.list", {})).approvals;
  await expect.poll(listed).toHaveLength(1);
  return listed().then(([first]) => first);
}

describe("another program", () => {
  it("asks in a folder, hears the steps, and goes on in the chat that the answer names", async () => {
    await using it = await program([
      { calls: [{ name: "list_dir", arguments: { path: "." } }] },
      { text: "One file." },
      { text: "Still one." },
    ]);
    await it.bench.write("a.txt", "");
    const heard: (string | undefined)[] = [];
    const onprogress = ({ message }: { readonly message?: string | undefined }) => void heard.push(message);
    const first = await it.call("ask", { question: "How many files?" }, { onprogress });
    expect(first).toMatchObject({ text: "One file.", isError: false, facts: { answer: "One file." } });
    expect(heard).toEqual([expect.stringContaining("list_dir")]);
    const chat = String(first.facts["chat"]);
    expect(chat).toMatch(/^mcp:/);
    expect((await it.call("ask", { question: "And now?", chat })).facts["chat"]).toBe(chat);
    expect(it.bench.endpoint.requests[2]?.body.messages.length).toBeGreaterThan(4);
    const detail = value(await it.bench.client.request("session.open", { sessionKey: chat, limit: 1 }));
    expect(detail.workFolder).toBe(it.bench.home.work);
  });

  it("decides by a form where it can show one, with all that the card says", async () => {
    const forms: string[] = [];
    const onForm = async ({ message }: Form): Promise<FormAnswer> => {
      forms.push(message);
      return { action: "accept", content: { decision: "allow-once" } };
    };
    await using it = await program(writing, { onForm });
    expect(await it.call("ask", { question: "Note the milk." })).toMatchObject({ text: "Written.", isError: false });
    expect(forms).toEqual([expect.stringMatching(/notes\.md[\s\S]*milk/)]);
    expect(await it.bench.read("notes.md")).toBe("milk");
  });

  it("denies by the form, and decides nothing by closing it", async () => {
    await using denied = await program(writing, {
      onForm: async () => ({ action: "accept", content: { decision: "deny", note: "Not there." } }),
    });
    await denied.call("ask", { question: "Note the milk." });
    await expect(denied.bench.read("notes.md")).rejects.toThrow();
    expect(JSON.stringify(denied.bench.endpoint.requests[1]?.body.messages)).toContain("Not there.");
    await using closed = await program(writing, { onForm: async () => ({ action: "cancel" }) });
    const asked = closed.call("ask", { question: "Note the milk." });
    const approval = await waiting(closed.bench);
    expect.assert(approval !== undefined);
    value(await closed.bench.client.request("approval.answer", { approvalId: approval.approvalId, decision: "deny" }));
    expect(await asked).toMatchObject({ text: "Written." });
  });

  it("waits for the Inbox where it cannot ask, and says so; whoever decides there takes the form away", async () => {
    const told: (string | undefined)[] = [];
    await using plain = await program(writing);
    const onprogress = ({ message }: { readonly message?: string | undefined }) => void told.push(message);
    const asked = plain.call("ask", { question: "Note the milk." }, { onprogress });
    const approval = await waiting(plain.bench);
    expect.assert(approval !== undefined);
    expect(told.at(-1)).toMatch(/^Waits for a decision in the Inbox of Perch: /);
    const { approvalId } = approval;
    value(await plain.bench.client.request("approval.answer", { approvalId, decision: "allow-once" }));
    expect(await asked).toMatchObject({ text: "Written.", isError: false });
    const { promise: never } = Promise.withResolvers<FormAnswer>();
    await using form = await program(writing, { onForm: () => never });
    const again = form.call("ask", { question: "Note the milk." });
    const second = await waiting(form.bench);
    expect.assert(second !== undefined);
    value(
      await form.bench.client.request("approval.answer", { approvalId: second.approvalId, decision: "allow-once" }),
    );
    expect(await again).toMatchObject({ text: "Written." });
  });

  it("stops the run with the call that it gives up", async () => {
    await using it = await program([{ deltas: ["Half"], ending: "stall" }]);
    const stop = new AbortController();
    const asked = it.call("ask", { question: "Long?" }, { signal: stop.signal });
    await expect.poll(() => it.bench.endpoint.requests.length).toBe(1);
    stop.abort();
    await expect(asked).rejects.toThrow();
    const { reason } = await it.bench.seen.until("run-end");
    expect(reason).toBe("stopped");
  });

  it("stops its own run alone: what another call asks in the same chat has its turn", async () => {
    await using it = await program([{ text: "First." }, { deltas: ["Half"], ending: "stall" }, { text: "Third." }]);
    const { facts } = await it.call("ask", { question: "one" });
    const chat = String(facts["chat"]);
    const stop = new AbortController();
    const second = it.call("ask", { question: "two", chat }, { signal: stop.signal });
    await expect.poll(() => it.bench.endpoint.requests.length).toBe(2);
    const given = new AbortController();
    const queued = it.call("ask", { question: "three", chat }, { signal: given.signal });
    const queue = async () =>
      value(await it.bench.client.request("session.open", { sessionKey: chat, limit: 1 })).queue;
    await expect.poll(async () => (await queue()).length).toBe(1);
    given.abort();
    await expect(queued).rejects.toThrow();
    expect(it.bench.seen.events.filter(({ type }) => type === "run-end")).toHaveLength(1);
    stop.abort();
    await expect(second).rejects.toThrow();
    await expect.poll(() => it.bench.seen.events.filter(({ type }) => type === "run-end").length).toBe(2);
  });

  it("is told what is wrong with what it asks", async () => {
    await using it = await program([{ text: "a" }]);
    for (const [args, words] of [
      [{ question: "x", folder: "work" }, "no absolute path"],
      [{ question: "x", folder: "/" }, "/ is too much"],
      [{ question: "x", chat: "nonsense" }, "nonsense is no chat"],
      [{ question: "x", chat: "mcp:gone" }, ""],
      [{ question: "x", chat: "desktop:mine" }, "no chat that a program began"],
      [{ question: "x", chat: "mcp:gone", folder: it.bench.home.work }, "keeps the folder"],
      [{ question: "/budget allow" }, "are the person's"],
      [{ question: " /model other" }, "are the person's"],
      [{ question: 'Read @chat:"Taxes"' }, "are the person's"],
    ] as const) {
      const answer = await it.call("ask", args);
      expect(answer.isError, JSON.stringify(args)).toBe(true);
      expect(answer.text).toContain(words);
    }
    expect(it.bench.endpoint.requests).toHaveLength(0);
    expect((await it.call("ask", { question: "  " })).isError).toBe(true);
    expect(value(await it.bench.client.request("session.list", { limit: 10 })).sessions).toEqual([]);
  });

  it("asks two things at a time", async () => {
    await using it = await program(({ body }) => ({ text: `to ${JSON.stringify(body.messages.at(-1)?.content)}` }));
    const answers = await Promise.all([it.call("ask", { question: "one" }), it.call("ask", { question: "two" })]);
    expect(answers.map(({ text }) => /one|two/.exec(text)?.[0])).toEqual(["one", "two"]);
    expect(answers[0]?.facts["chat"]).not.toBe(answers[1]?.facts["chat"]);
  });

  it("lists and searches chats, reads the memory, and proposes facts for it", async () => {
    await using it = await program([{ text: "The rhubarb is ripe." }]);
    await it.call("ask", { question: "What is ripe?" });
    const { facts } = await it.call("list_chats");
    expect(facts).toMatchObject({ chats: [{ state: "idle", preview: "The rhubarb is ripe." }] });
    expect((await it.call("search_chats", { words: "rhubarb" })).text).toContain("ripe");
    expect(await it.call("add_memory", { fact: "Grows rhubarb." })).toMatchObject({ isError: false });
    expect((await it.call("read_memory")).text).not.toContain("rhubarb");
    const [proposal] = value(await it.bench.client.request("memory.proposals", {})).proposals;
    expect(proposal).toMatchObject({ fact: "Grows rhubarb.", reason: "program", author: { kind: "outside" } });
    value(await it.bench.client.request("memory.decide", { id: proposal?.id ?? "", decision: "accept" }));
    expect((await it.call("read_memory")).text).toContain("Grows rhubarb.");
    expect((await it.call("add_memory", { fact: "Grows rhubarb." })).text).toContain("already");
  });
});

describe("what a program asks", () => {
  it("asks first, whatever mode new chats have", async () => {
    await using it = await program(writing, { settings: { approvals: { mode: "full" } } });
    const asked = it.call("ask", { question: "Note the milk." });
    const approval = await waiting(it.bench);
    expect.assert(approval !== undefined);
    value(await it.bench.client.request("approval.answer", { approvalId: approval.approvalId, decision: "deny" }));
    await asked;
    await expect(it.bench.read("notes.md")).rejects.toThrow();
  });

  it("puts nothing into the memory by itself", async () => {
    const remember = { name: "remember", arguments: { fact: "Likes only one shop." } };
    await using it = await program([{ calls: [remember] }, { text: "Noted." }]);
    await it.call("ask", { question: "Remember the shop." });
    expect((await it.call("read_memory")).text).not.toContain("shop");
    const { proposals } = value(await it.bench.client.request("memory.proposals", {}));
    expect(proposals).toMatchObject([{ fact: "Likes only one shop.", reason: "program" }]);
  });
});

it("a command that the agent runs may not propose for the memory as the person's program does", async () => {
  await using bench = await createAgentBench([{ text: "a" }]);
  const command = bench.assistant.connect({ ...terminal, mayBeCommand: async () => true });
  expect(await command.request("memory.propose", { fact: "x" })).toMatchObject({ error: { code: "forbidden" } });
});
