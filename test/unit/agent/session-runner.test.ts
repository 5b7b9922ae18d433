import { describe, expect, it } from "vitest";
import { createAgentBench, gate } from "../../support/agent-bench.ts";
import { value } from "../../support/test-home.ts";

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
    const lengths = bench.seen.events.flatMap((event) => (event.type === "queue-changed" ? [event.queue.length] : []));
    expect(lengths).toEqual([1, 0]);
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

describe("the row of a chat", () => {
  it("says that it runs from its first message to its end, also when it is renamed meanwhile", async () => {
    const hold = gate();
    await using bench = await createAgentBench([{ deltas: ["one", hold.opened] }]);
    const sent = bench.ask("hello");
    await bench.seen.until("message-delta");
    value(await bench.client.request("session.rename", { sessionKey: bench.key, title: "Another name" }));
    await bench.seen.until("session-changed", ({ summary }) => summary.title === "Another name");
    hold.open();
    await sent;
    await bench.seen.until("session-changed", ({ summary }) => summary.state === "idle");
    const told = bench.seen.events.flatMap((event) =>
      event.type === "session-created" || event.type === "session-changed" ? [event.summary.state] : [],
    );
    expect(told).toEqual(["running", "running", "running", "idle"]);
  });

  it("says that it waits when it is renamed while a call waits", async () => {
    await using bench = await createAgentBench([{ calls: [{ name: "exec", arguments: { command: "true" } }] }]);
    await bench.send("go");
    await bench.seen.until("approval-request");
    value(await bench.client.request("session.rename", { sessionKey: bench.key, title: "Another name" }));
    const told = await bench.seen.until("session-changed", ({ summary }) => summary.title === "Another name");
    expect(told.summary.state).toBe("waiting");
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

  it("names with /status where and how the next run works, and that of the run that is on", async () => {
    const hold = gate();
    await using bench = await createAgentBench([{ deltas: ["one", hold.opened] }, { text: "two" }]);
    const { home } = bench;
    const status = async (more: Parameters<typeof bench.send>[1] = {}) => {
      const receipt = await bench.send("/status", more);
      return receipt.kind === "answered" ? receipt.text : "";
    };
    const first = await status({ mode: "full" });
    expect(first).toContain(`Work folder: ${home.work}\n`);
    expect(first).toContain("Mode: full");
    await bench.send("hello", { mode: "accept-edits" });
    await bench.seen.until("message-delta");
    const meanwhile = await status({ workFolder: home.home, mode: "full" });
    expect(meanwhile).toContain(`Work folder: ${home.work}\n`);
    expect(meanwhile).toContain("Mode: accept-edits");
    hold.open();
    await bench.seen.until("run-end");
    expect(await status({ workFolder: home.home })).toContain(`Work folder: ${home.home}\n`);
    const received = value(await bench.client.request("chat.send", { sessionKey: bench.key, text: "/status" }));
    expect(received).toMatchObject({ text: expect.stringContaining(`Work folder: ${home.work}\n`) });
  });

  it("begins the new conversation with what stands behind /new", async () => {
    await using bench = await createAgentBench([{ text: "one" }, { text: "two" }]);
    await bench.ask("before");
    const end = await bench.ask("/new and then this");
    expect(end.text).toBe("two");
    expect(texts(bench.endpoint.requests[1]?.body.messages ?? [])).toEqual([expect.stringMatching(/^and then this/)]);
  });

  it("does nothing for /stop with words behind it, and says so", async () => {
    const slow = gate();
    await using bench = await createAgentBench([{ gate: slow.opened, text: "done" }]);
    const started = await bench.send("one");
    expect(await bench.send("/stop now")).toMatchObject({
      kind: "answered",
      text: expect.stringContaining("no words"),
    });
    slow.open();
    expect((await bench.endOf(started.kind === "started" ? started.runId : "")).reason).toBe("answer");
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

  it.each([
    ["other", "custom/other"],
    ["practice", "practice/practice"],
  ])("names the model that will be asked where %s is typed", async (typed, asked) => {
    await using bench = await createAgentBench([]);
    const answer = async (command: string) => {
      const receipt = await bench.send(command);
      return receipt.kind === "answered" ? receipt.text : "";
    };
    expect(await answer(`/model ${typed}`)).toBe(`This chat uses ${asked} from now on.`);
    expect(await answer("/status")).toContain(`Model: ${asked}\n`);
    expect(await answer("/model")).toContain(`Model: ${asked}.`);
  });

  it("says so where a list that is known has not the name, and asks nobody for one", async () => {
    await using bench = await createAgentBench([]);
    const set = "This chat uses custom/scritped from now on.";
    expect(await bench.send("/model scritped")).toMatchObject({ text: set });
    value(await bench.client.request("model.list", {}));
    const doubt = `${set} Custom does not list scritped. Did you mean scripted?`;
    expect(await bench.send("/model scritped")).toMatchObject({ text: doubt });
    const listed = "This chat uses custom/scripted from now on.";
    expect(await bench.send("/model custom/scripted")).toMatchObject({ text: listed });
  });

  it("takes no model for a slip of the pen, whether it is typed or stands in the settings", async () => {
    await using bench = await createAgentBench([{ text: "hello" }]);
    const answered = await bench.send("/model cutsom/other");
    expect(answered).toMatchObject({ kind: "answered", text: expect.stringMatching(/mean “custom”.*custom\/other/) });
    await bench.ask("hi");
    expect(bench.endpoint.requests[0]?.body.model).toBe("scripted");
    const patch = { agents: { defaults: { model: "cutsom/scripted" } } };
    value(await bench.client.request("settings.update", { patch }));
    const input = { sessionKey: "cli:another", text: "hi", workFolder: bench.home.work };
    const refused = await bench.client.request("chat.send", input);
    expect(refused.ok ? "" : refused.error.message).toContain("Did you mean “custom”?");
    expect(bench.endpoint.requests).toHaveLength(1);
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
