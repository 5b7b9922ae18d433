import { describe, expect, it } from "vitest";
import { createAgentBench, gate } from "../../support/agent-bench.ts";
import { record, terminal, value } from "../../support/test-home.ts";

const write = (path: string, content = "x") => ({ name: "write_file", arguments: { path, content }, id: `w_${path}` });
const texts = (messages: readonly { readonly role: string; readonly content: unknown }[]) =>
  messages.filter((message) => message.role === "user").map((message) => String(message.content).split("\n")[0]);

describe("messages during a turn", () => {
  it("takes a steering message in after the tool results, within the same run", async () => {
    const slow = gate();
    await using bench = await createAgentBench(async (_request, index) => {
      if (index > 0) return { text: "done" };
      await slow.opened;
      return { calls: [{ name: "list_dir", arguments: {} }] };
    });
    const first = await bench.send("one");
    await bench.endpoint.request(0);
    const second = await bench.send("two");
    expect(second.kind).toBe("steered");
    slow.open();
    await bench.endOf(first.kind === "started" ? first.runId : "");
    const sent = bench.endpoint.requests[1]?.body.messages ?? [];
    expect(sent.map((message) => message.role)).toEqual(["system", "user", "assistant", "tool", "user"]);
    expect(texts(sent)[1]).toMatch(/^two/);
    const kept = (await bench.messages()).find((message) => message.id === second.messageId);
    expect(kept).toMatchObject({ role: "user", content: "two" });
  });

  it("saves the answer and runs one more iteration when steered during the final text", async () => {
    const hold = gate();
    await using bench = await createAgentBench((_request, index) =>
      index === 0 ? { deltas: ["first ", hold.opened, "answer"] } : { text: "second answer" },
    );
    const started = await bench.send("one");
    await bench.seen.until("message-delta");
    await bench.send("two");
    hold.open();
    const end = await bench.endOf(started.kind === "started" ? started.runId : "");
    expect(end.text).toBe("second answer");
    expect((await bench.messages()).map((message) => message.content)).toEqual([
      "one",
      "first answer",
      "two",
      "second answer",
    ]);
  });

  it("takes in at most three messages at once, and steers at most five times", async () => {
    const hold = gate();
    await using bench = await createAgentBench(async (_request, index) => {
      if (index === 0) await hold.opened;
      return { text: `answer ${index}` };
    });
    const started = await bench.send("start");
    await bench.endpoint.request(0);
    for (let count = 0; count < 20; count += 1) await bench.send(`steer ${count}`);
    hold.open();
    await bench.endOf(started.kind === "started" ? started.runId : "");
    const perRequest = bench.endpoint.requests.slice(0, 6).map((request) => texts(request.body.messages).length);
    expect(perRequest).toEqual([1, 4, 7, 10, 13, 16]);
  });

  it("gives a queued message a turn of its own", async () => {
    const hold = gate();
    await using bench = await createAgentBench(async (_request, index) => {
      if (index === 0) await hold.opened;
      return { text: `answer ${index}` };
    });
    await bench.send("one");
    await bench.endpoint.request(0);
    const queued = await bench.send("two", { whenBusy: "queue" });
    expect(queued.kind).toBe("queued");
    hold.open();
    await bench.seen.until("run-end", (event) => event.text === "answer 1");
    const runs = bench.seen.events.filter((event) => event.type === "run-start");
    expect(runs).toHaveLength(2);
    expect((await bench.messages()).map((message) => message.content)).toEqual(["one", "answer 0", "two", "answer 1"]);
  });

  it("lets the queue be edited, reordered and emptied while it waits", async () => {
    const hold = gate();
    await using bench = await createAgentBench(async (_request, index) => {
      if (index === 0) await hold.opened;
      return { text: `answer ${index}` };
    });
    await bench.send("one");
    await bench.endpoint.request(0);
    const queue = [];
    for (const text of ["a", "b", "c"]) queue.push((await bench.send(text, { whenBusy: "queue" })).messageId);
    const [a = "", b = "", c = ""] = queue;
    value(await bench.client.request("queue.edit", { sessionKey: bench.key, messageId: b, text: "B" }));
    value(await bench.client.request("queue.remove", { sessionKey: bench.key, messageId: a }));
    const ordered = value(await bench.client.request("queue.order", { sessionKey: bench.key, messageIds: [c, b] }));
    expect(ordered.queue.map((entry) => entry.content)).toEqual(["c", "B"]);
    hold.open();
    await bench.seen.until("run-end", (event) => event.text === "answer 2");
    expect(texts(await bench.messages())).toEqual(["one", "c", "B"]);
  });

  it("keeps the turns of one chat apart and runs two chats at the same time", async () => {
    const hold = gate();
    await using bench = await createAgentBench(async (request) => {
      if (JSON.stringify(request.body.messages).includes("slow")) await hold.opened;
      return { text: "done" };
    });
    const slow = await bench.send("slow");
    const other = value(
      await bench.client.request("chat.send", { sessionKey: "cli:other", text: "quick", workFolder: bench.home.work }),
    );
    await bench.endOf(other.kind === "started" ? other.runId : "");
    expect(bench.seen.events.some((event) => event.type === "run-end" && event.sessionKey === bench.key)).toBe(false);
    hold.open();
    await bench.endOf(slow.kind === "started" ? slow.runId : "");
  });
});

describe("stopping", () => {
  it("ends a command that runs, keeps finished results, and marks the rest as interrupted", async () => {
    const calls = [
      { name: "list_dir", arguments: {}, id: "done" },
      { name: "exec", arguments: { command: "sleep 60" }, id: "running" },
      { name: "exec", arguments: { command: "echo never" }, id: "never" },
    ];
    await using bench = await createAgentBench([{ calls }, { text: "next" }]);
    const started = await bench.send("go", { mode: "full" });
    await bench.seen.until("tool-start", (event) => event.callId === "running");
    expect(value(await bench.client.request("chat.stop", { sessionKey: bench.key })).stopped).toBe(true);
    const end = await bench.endOf(started.kind === "started" ? started.runId : "");
    expect(end.reason).toBe("stopped");
    const results = (await bench.messages()).flatMap((message) =>
      message.role === "tool" ? [[message.tool_call_id, message.details?.status]] : [],
    );
    expect(results).toEqual([
      ["done", "ok"],
      ["running", "interrupted"],
      ["never", "interrupted"],
    ]);
    expect((await bench.ask("go on")).reason).toBe("answer");
    const sent = bench.endpoint.requests[1]?.body.messages.filter((message) => message.role === "tool");
    expect(sent).toHaveLength(3);
  });

  it("keeps what was written of an answer that is stopped", async () => {
    const hold = gate();
    await using bench = await createAgentBench([{ deltas: ["half an ", hold.opened, "answer"] }]);
    const started = await bench.send("go");
    await bench.seen.until("message-delta");
    await bench.send("/stop");
    const end = await bench.endOf(started.kind === "started" ? started.runId : "");
    hold.open();
    expect(end).toMatchObject({ reason: "stopped" });
    expect((await bench.messages()).find((message) => message.role === "assistant")?.content).toBe("half an ");
  });

  it("keeps queued messages, paused, and goes on with them when told", async () => {
    const hold = gate();
    await using bench = await createAgentBench(async (_request, index) =>
      index === 0 ? { deltas: ["x", hold.opened] } : { text: "from the queue" },
    );
    await bench.send("one");
    await bench.seen.until("message-delta");
    await bench.send("later", { whenBusy: "queue" });
    await bench.client.request("chat.stop", { sessionKey: bench.key });
    await bench.seen.until("run-end");
    hold.open();
    const detail = value(await bench.client.request("session.open", { sessionKey: bench.key }));
    expect(detail).toMatchObject({ queuePaused: true, queue: [{ content: "later" }] });
    value(await bench.client.request("queue.pause", { sessionKey: bench.key, paused: false }));
    await bench.seen.until("run-end", (event) => event.text === "from the queue");
  });
});

describe("slash commands", () => {
  it.each([
    ["/stop", /No active task to stop/],
    ["/help", /\/new[\s\S]*\/model/],
    ["/status", /Model: custom\/scripted/],
    ["/model", /custom\/scripted/],
    ["/modle", /Did you mean \/model/],
  ])("answers %s without the model, and keeps it out of the model's sight", async (command, answer) => {
    await using bench = await createAgentBench([{ text: "hello" }]);
    const receipt = await bench.send(command);
    expect(receipt).toMatchObject({ kind: "answered", text: expect.stringMatching(answer) });
    await bench.ask("hello");
    expect(texts(bench.endpoint.requests[0]?.body.messages ?? [])).toHaveLength(1);
    const saved = await bench.messages();
    expect(saved.slice(0, 2).map((message) => [message.role, message.hidden])).toEqual([
      ["user", true],
      ["system", true],
    ]);
  });

  it("starts afresh with /new: the messages stay on disk and leave the context", async () => {
    await using bench = await createAgentBench([{ text: "first" }, { text: "second" }]);
    await bench.ask("remember 42");
    await bench.send("/new");
    await bench.ask("what was it?");
    expect(texts(bench.endpoint.requests[1]?.body.messages ?? [])).toHaveLength(1);
    expect(texts(await bench.messages())).toContain("remember 42");
  });

  it("chooses another model for this chat alone", async () => {
    await using bench = await createAgentBench([{ text: "hello" }]);
    await bench.send("/model custom/other");
    await bench.ask("hi");
    expect(bench.endpoint.requests[0]?.body.model).toBe("other");
    expect(value(await bench.client.request("settings.get", {})).settings.agents.defaults.model).toBe(
      "custom/scripted",
    );
  });
});

describe("branches", () => {
  it("makes an edited message a sibling, and goes back to the other branch", async () => {
    await using bench = await createAgentBench([{ text: "one" }, { text: "two" }, { text: "three" }]);
    const first = await bench.send("a");
    await bench.seen.until("run-end", (event) => event.text === "one");
    await bench.send("A", { replaces: first.messageId });
    await bench.seen.until("run-end", (event) => event.text === "two");
    const detail = value(await bench.client.request("session.open", { sessionKey: bench.key }));
    expect(detail.page.messages.map((row) => row.message.content)).toEqual(["A", "two"]);
    expect(detail.page.messages[0]?.siblings).toMatchObject({ index: 1 });
    expect(texts(bench.endpoint.requests[1]?.body.messages ?? [])).toHaveLength(1);
    const back = value(
      await bench.client.request("session.branch", { sessionKey: bench.key, messageId: first.messageId }),
    );
    expect(back.page.messages.map((row) => row.message.content)).toEqual(["a", "one"]);
    await bench.ask("more");
    expect(texts(bench.endpoint.requests[2]?.body.messages ?? [])).toHaveLength(2);
  });

  it("answers again as a sibling of the answer", async () => {
    await using bench = await createAgentBench([{ text: "one" }, { text: "two" }]);
    await bench.ask("a");
    const answer = (await bench.messages())[1];
    value(await bench.client.request("chat.regenerate", { sessionKey: bench.key, messageId: answer?.id ?? "" }));
    await bench.seen.until("run-end", (event) => event.text === "two");
    const detail = value(await bench.client.request("session.open", { sessionKey: bench.key }));
    expect(detail.page.messages.map((row) => row.message.content)).toEqual(["a", "two"]);
    expect(detail.page.messages[1]?.siblings?.ids).toHaveLength(2);
  });
});

describe("permission", () => {
  it("asks before a write, and Allow once writes", async () => {
    await using bench = await createAgentBench([{ calls: [write("a.txt", "hello")] }, { text: "written" }]);
    const started = await bench.send("write it");
    const asked = await bench.seen.until("approval-request");
    expect(asked.approval.subject).toMatchObject({
      tool: "write_file",
      effect: "write",
      title: "Write a.txt",
      reversible: true,
    });
    expect(asked.approval.subject.body).toContain("+hello");
    await expect(bench.read("a.txt")).rejects.toThrow(/ENOENT/);
    value(
      await bench.client.request("approval.answer", { approvalId: asked.approval.approvalId, decision: "allow-once" }),
    );
    await bench.endOf(started.kind === "started" ? started.runId : "");
    expect(await bench.read("a.txt")).toBe("hello");
  });

  it("tells the model about a denial, with the person's words", async () => {
    await using bench = await createAgentBench([{ calls: [write("a.txt")] }, { text: "understood" }]);
    const started = await bench.send("write it");
    const { approval } = await bench.seen.until("approval-request");
    value(
      await bench.client.request("approval.answer", {
        approvalId: approval.approvalId,
        decision: "deny",
        note: "use b.txt",
      }),
    );
    await bench.endOf(started.kind === "started" ? started.runId : "");
    const result = bench.endpoint.requests[1]?.body.messages.at(-1);
    expect(result?.content).toMatch(/denied.*use b\.txt/);
  });

  it("is answered once: a second answer is told that nothing waits", async () => {
    await using bench = await createAgentBench([{ calls: [write("a.txt")] }, { text: "ok" }]);
    await bench.send("write it");
    const { approval } = await bench.seen.until("approval-request");
    const answers = await Promise.all(
      (["allow-once", "deny"] as const).map((decision) =>
        bench.client.request("approval.answer", { approvalId: approval.approvalId, decision }),
      ),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    await bench.seen.until("run-end");
  });

  it.each([
    [
      "accept-edits",
      [write("a.txt"), { name: "exec", arguments: { command: "echo hi" }, id: "e" }],
      { "w_a.txt": "ok", e: "denied" },
    ],
    [
      "full",
      [write("a.txt"), { name: "exec", arguments: { command: "echo hi" }, id: "e" }],
      { "w_a.txt": "ok", e: "ok" },
    ],
    [
      "ask",
      [write("a.txt"), { name: "read_file", arguments: { path: "b.txt" }, id: "r" }],
      { "w_a.txt": "denied", r: "ok" },
    ],
    ["plan", [write("a.txt")], { "w_a.txt": "denied" }],
    ["accept-edits", [write(".git/hooks/post-checkout")], { "w_.git/hooks/post-checkout": "denied" }],
  ] as const)("in mode %s, with nobody there, decides call by call", async (mode, calls, expected) => {
    await using bench = await createAgentBench([{ calls: [...calls] }, { text: "ok" }]);
    await bench.write("b.txt", "b");
    await bench.ask("go", { mode, whenAsked: "deny" });
    const results = (await bench.messages()).flatMap((message) =>
      message.role === "tool" ? [[message.tool_call_id, message.details?.status]] : [],
    );
    expect(Object.fromEntries(results)).toEqual(expected);
  });

  it("asks nobody about a path that is refused anyway", async () => {
    await using bench = await createAgentBench([{ calls: [write("../outside.txt")] }, { text: "ok" }]);
    const end = await bench.ask("go");
    expect(end.reason).toBe("answer");
    expect(bench.seen.events.some((event) => event.type === "approval-request")).toBe(false);
  });

  it("calls the hook once for each file of a run, before its first write", async () => {
    const noticed: string[] = [];
    await using bench = await createAgentBench(
      [{ calls: [write("a.txt", "1"), { ...write("a.txt", "2"), id: "again" }, write("b.txt", "3")] }, { text: "ok" }],
      { options: { beforeFirstWrite: async (notice) => void noticed.push(notice.path.split("/").at(-1) ?? "") } },
    );
    await bench.ask("go", { mode: "accept-edits" });
    expect(noticed).toEqual(["a.txt", "b.txt"]);
    expect(await bench.read("a.txt")).toBe("2");
  });
});

describe("after the process is gone", () => {
  it("keeps a call waiting that waited, and goes on with it in the next process", async () => {
    await using bench = await createAgentBench([
      { calls: [write("a.txt", "late"), write("b.txt", "too")] },
      { text: "both written" },
    ]);
    await bench.send("write it");
    const { approval } = await bench.seen.until("approval-request");

    const next = bench.home.open();
    const client = next.connect(terminal);
    const seen = await record(client);
    const pending = value(await client.request("approval.list", {}));
    expect(pending.approvals.map((row) => row.approvalId)).toEqual([approval.approvalId]);
    const open = value(await client.request("session.open", { sessionKey: bench.key }));
    expect(open).toMatchObject({ lastRun: { kind: "waiting" }, summary: { state: "waiting" } });

    const queued = value(
      await client.request("chat.send", { sessionKey: bench.key, text: "meanwhile", whenBusy: "queue" }),
    );
    expect(queued.kind).toBe("queued");
    value(await client.request("approval.answer", { approvalId: approval.approvalId, decision: "allow-once" }));
    const second = await seen.until("approval-request");
    value(await client.request("approval.answer", { approvalId: second.approval.approvalId, decision: "allow-once" }));
    const end = await seen.until("run-end");
    expect(end).toMatchObject({ reason: "answer", text: "both written", runId: approval.runId });
    expect([await bench.read("a.txt"), await bench.read("b.txt")]).toEqual(["late", "too"]);
  });

  it("closes a run that was cut off: calls are interrupted, the next message works, and it can be resumed", async () => {
    const hold = gate();
    await using bench = await createAgentBench(async (_request, index) =>
      index === 0
        ? { calls: [{ name: "exec", arguments: { command: "sleep 30" }, id: "e" }] }
        : { text: `answer ${index}` },
    );
    await bench.send("go", { mode: "full" });
    await bench.seen.until("tool-start");

    const client = bench.home.open().connect(terminal);
    const seen = await record(client);
    const open = value(await client.request("session.open", { sessionKey: bench.key }));
    expect(open.lastRun.kind).toBe("interrupted");
    const result = open.page.messages.map((row) => row.message).find((message) => message.role === "tool");
    expect(result).toMatchObject({ tool_call_id: "e", details: { status: "interrupted" } });
    value(await client.request("chat.resume", { sessionKey: bench.key }));
    expect((await seen.until("run-end")).reason).toBe("answer");
    hold.open();
  });
});

describe("the request", () => {
  it("keeps system prompt and tools byte for byte from turn to turn, with the time beside the message", async () => {
    await using bench = await createAgentBench((_request, index) => ({ text: `answer ${index}` }));
    for (const text of ["one", "two", "three"]) await bench.ask(text);
    const bodies = bench.endpoint.requests.map((request) => request.body);
    const systems = new Set(bodies.map((body) => JSON.stringify([body.messages[0], body.tools])));
    expect(systems.size).toBe(1);
    const prefix = (index: number) => JSON.stringify(bodies[index]?.messages).slice(0, -1);
    expect(JSON.stringify(bodies[2]?.messages).startsWith(prefix(1).slice(0, prefix(0).length))).toBe(true);
    expect(JSON.stringify(bodies[1]?.messages).startsWith(prefix(0))).toBe(true);
    expect(String(bodies[0]?.messages.at(-1)?.content)).toMatch(/<now>\w+ \d{4}-\d\d-\d\d \d\d:\d\d /);
    expect(String(bodies[0]?.messages[0]?.content)).not.toMatch(/<now>/);
  });

  it("holds a workspace file once the user changed it, and a template never", async () => {
    await using bench = await createAgentBench((_request, index) => ({ text: `answer ${index}` }));
    await bench.ask("one");
    expect(String(bench.endpoint.requests[0]?.body.messages[0]?.content)).not.toMatch(/Rules for the agent/);
    const { writeFile } = await import("node:fs/promises");
    await writeFile(`${bench.home.home}/workspace/USER.md`, "The user is called Robin.");
    await bench.ask("two");
    expect(String(bench.endpoint.requests[1]?.body.messages[0]?.content)).toMatch(/called Robin/);
  });

  it("trims a long history to the window, starting at a user message with calls and results together", async () => {
    await using bench = await createAgentBench(
      (request) => {
        const last = request.body.messages.at(-1);
        return last?.role === "tool"
          ? { text: "word ".repeat(300) }
          : { calls: [{ name: "read_file", arguments: { path: "big.txt" } }] };
      },
      { defaults: { contextWindow: 8000, maxTokens: 1000 } },
    );
    await bench.write("big.txt", "some words\n".repeat(600));
    for (let turn = 0; turn < 8; turn += 1) await bench.ask(`turn ${turn}`);
    for (const { body } of bench.endpoint.requests) {
      expect(JSON.stringify(body.messages).length / 3.5).toBeLessThan(8000);
      expect(body.messages[0]?.role).toBe("system");
      expect(body.messages[1]?.role).toBe("user");
      const called = body.messages.flatMap((message) => message.tool_calls?.map((call) => call.id) ?? []);
      const answered = body.messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));
      expect(answered).toEqual(called);
    }
    expect(texts(bench.endpoint.requests.at(-1)?.body.messages ?? []).at(-1)).toMatch(/^turn 7/);
  });

  it("learns the window from an overflow, trims and asks once more", async () => {
    const overflow = {
      status: 400,
      body: {
        error: {
          code: "context_length_exceeded",
          message:
            "This model's maximum context length is 4000 tokens. However, your messages resulted in 9000 tokens.",
        },
      },
    };
    await using bench = await createAgentBench((_request, index) =>
      index === 3 ? overflow : { text: "word ".repeat(800) },
    );
    for (let turn = 0; turn < 4; turn += 1) await bench.ask(`turn ${turn}`);
    const sizes = bench.endpoint.requests.map((request) => JSON.stringify(request.body.messages).length);
    expect(bench.endpoint.requests).toHaveLength(5);
    expect(sizes[4]).toBeLessThan(sizes[3] ?? 0);
  });
});
