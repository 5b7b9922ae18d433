import { describe, expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import type { ScriptedReply } from "../../support/scripted-reply.ts";

const read = (path: string, id?: string) => ({
  name: "read_file",
  arguments: { path },
  ...(id === undefined ? {} : { id }),
});
const roles = (messages: readonly { readonly role: string }[]) => messages.map((message) => message.role);

describe("a turn", () => {
  it("sends a call's result back under the same id, and saves both", async () => {
    await using bench = await createAgentBench([
      { text: "Looking.", reasoning: "hm", calls: [read("a.txt", "c1")] },
      { text: "It says hi." },
    ]);
    await bench.write("a.txt", "hi\n");
    const end = await bench.ask("what does a.txt say?");
    expect(end).toMatchObject({ reason: "answer", text: "It says hi." });
    const [, second] = bench.endpoint.requests;
    expect(roles(second?.body.messages ?? [])).toEqual(["system", "user", "assistant", "tool"]);
    expect(second?.body.messages[2]?.tool_calls?.[0]?.id).toBe("c1");
    expect(second?.body.messages[3]).toMatchObject({ tool_call_id: "c1", content: expect.stringContaining("hi") });
    const saved = await bench.messages();
    expect(roles(saved)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(saved[1]).toMatchObject({ reasoning: "hm", content: "Looking." });
  });

  it("tells every record only after it is in the file", async () => {
    await using bench = await createAgentBench([{ calls: [read("a.txt")] }, { text: "done" }]);
    await bench.write("a.txt", "x");
    await bench.ask("go");
    const types = bench.seen.events.map((event) => event.type);
    const added = bench.seen.events
      .filter((event) => event.type === "message-added")
      .map((event) => event.message.role);
    expect(added).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(types.indexOf("tool-start")).toBeGreaterThan(types.indexOf("message-added"));
    expect(types.at(-1)).toBe("session-changed");
    expect(types.indexOf("run-end")).toBe(types.length - 2);
  });

  it("runs reads that follow each other side by side, writes alone, and sends results in call order", async () => {
    const calls = [
      read("b.txt", "r1"),
      read("a.txt", "r2"),
      { name: "write_file", arguments: { path: "c.txt", content: "c" }, id: "w1" },
    ];
    await using bench = await createAgentBench([{ calls }, { text: "done" }]);
    await bench.write("a.txt", "a");
    await bench.write("b.txt", "b".repeat(1_000_000));
    await bench.ask("go", { mode: "accept-edits" });
    const steps = bench.seen.events.flatMap((event) =>
      event.type === "tool-start" || event.type === "tool-end" ? [`${event.type} ${event.callId}`] : [],
    );
    expect(steps.slice(0, 2)).toEqual(["tool-start r1", "tool-start r2"]);
    expect(steps.indexOf("tool-start w1")).toBeGreaterThan(steps.indexOf("tool-end r1"));
    const sent = bench.endpoint.requests[1]?.body.messages.filter((message) => message.role === "tool");
    expect(sent?.map((message) => message.tool_call_id)).toEqual(["r1", "r2", "w1"]);
  });

  it("asks once without tools when the limit of iterations is reached, and says so", async () => {
    await using bench = await createAgentBench(
      (request, index) =>
        request.body.tools === undefined ? { text: "Half of it is done." } : { calls: [read(`${index}.txt`)] },
      { defaults: { maxToolIterations: 3 } },
    );
    const end = await bench.ask("read everything");
    expect(bench.endpoint.requests).toHaveLength(4);
    expect(end).toMatchObject({ reason: "max_iterations", text: "Half of it is done." });
  });

  it.each<[string, ScriptedReply]>([
    ["errs", { status: 400, body: { error: { message: "no" } } }],
    ["is blank", { text: "" }],
    ["asks for tools", { calls: [read("x")] }],
  ])("gives a sentence with the limit when the closing call %s", async (_name, closing) => {
    await using bench = await createAgentBench(
      (request, index) => (request.body.tools === undefined ? closing : { calls: [read(`${index}.txt`)] }),
      { defaults: { maxToolIterations: 2 } },
    );
    const end = await bench.ask("go");
    expect(end.reason).toBe("max_iterations");
    expect(end.text).toContain("2 iterations");
    expect((await bench.messages()).at(-1)?.content).toContain("2 iterations");
  });

  it("tries a blank answer once more, then without tools, then says so honestly", async () => {
    await using bench = await createAgentBench((_request, index) =>
      index < 5 ? { text: "" } : { text: "never asked" },
    );
    const end = await bench.ask("hello");
    expect(bench.endpoint.requests.map((request) => request.body.tools !== undefined)).toEqual([true, true, false]);
    expect(end).toMatchObject({ reason: "error", error: { code: "empty" } });
    expect(end.text).toMatch(/no answer/);
  });

  it("does not ask again when a filter blocked the answer", async () => {
    await using bench = await createAgentBench([{ text: "", finishReason: "content_filter" }]);
    const end = await bench.ask("hello");
    expect(bench.endpoint.requests).toHaveLength(1);
    expect(end).toMatchObject({ reason: "error", error: { code: "content_filter" } });
  });

  it("goes on three times after a cut by length and joins the parts", async () => {
    const parts = ["one ", "two ", "three ", "four ", "five"];
    await using bench = await createAgentBench((_request, index) => ({
      text: parts[index] ?? "",
      finishReason: index < 2 ? "length" : "stop",
    }));
    expect(await bench.ask("count")).toMatchObject({ reason: "answer", text: "one two three " });
    await using endless = await createAgentBench((_request, index) => ({
      text: parts[index] ?? "",
      finishReason: "length",
    }));
    const end = await endless.ask("count");
    expect(end).toMatchObject({ reason: "max_tokens", text: "one two three four " });
    expect(endless.endpoint.requests).toHaveLength(4);
  });

  it.each<[string, ScriptedReply]>([
    ["length", { calls: [{ name: "write_file", arguments: { path: "x.txt", content: "x" } }], finishReason: "length" }],
    [
      "content_filter",
      {
        text: "no",
        calls: [{ name: "write_file", arguments: { path: "x.txt", content: "x" } }],
        finishReason: "content_filter",
      },
    ],
    [
      "a cut connection",
      {
        calls: [{ name: "write_file", arguments: { path: "x.txt", content: "x" } }],
        finishReason: "none",
        ending: "cut",
      },
    ],
  ])("never runs a call that came with %s", async (_name, reply) => {
    await using bench = await createAgentBench((_request, index) => (index === 0 ? reply : { text: "done" }));
    await bench.ask("write x", { mode: "full" });
    await expect(bench.read("x.txt")).rejects.toThrow(/ENOENT/);
    expect(bench.seen.events.some((event) => event.type === "tool-start")).toBe(false);
  });

  it("tells the model about a wrong name, wrong arguments and a call that is no JSON, and goes on", async () => {
    const calls = [
      { name: "ReadFile", arguments: { path: "a" }, id: "c1" },
      { name: "read_file", arguments: { file: "a" }, id: "c2" },
      { name: "read_file", arguments: "{nonsense", id: "c3" },
    ];
    await using bench = await createAgentBench([{ calls }, { text: "sorry" }]);
    expect((await bench.ask("go")).reason).toBe("answer");
    const results = bench.endpoint.requests[1]?.body.messages.filter((message) => message.role === "tool") ?? [];
    const texts = Object.fromEntries(results.map((message) => [message.tool_call_id, String(message.content)]));
    expect(texts["c1"]).toMatch(/Did you mean read_file/);
    expect(texts["c2"]).toMatch(/file/);
    expect(texts["c2"]).toMatch(/path/);
    expect(texts["c3"]).toMatch(/not a JSON object/);
  });

  it("says of a call without a name that the name is missing", async () => {
    const calls = [{ name: "", arguments: { a: 1 }, id: "c1" }];
    await using bench = await createAgentBench([{ calls }, { text: "sorry" }]);
    await bench.ask("go");
    const result = bench.endpoint.requests[1]?.body.messages.find((message) => message.tool_call_id === "c1");
    expect(result?.content).toBe('Not run: the call has no tool name. Its arguments were: {"a":1}');
  });

  it("warns a model that repeats itself at the third call and ends the run at the fifth", async () => {
    await using bench = await createAgentBench((request) =>
      request.body.tools === undefined ? { text: "I was stuck." } : { calls: [read("a.txt")] },
    );
    await bench.write("a.txt", "same");
    const end = await bench.ask("go");
    expect(end).toMatchObject({ reason: "error", error: { code: "repeated-call" }, text: "I was stuck." });
    const results = (await bench.messages())
      .filter((message) => message.role === "tool")
      .map((message) => message.content);
    expect(results).toHaveLength(5);
    expect(results.map((content) => /time 3|time 4/.test(content))).toEqual([false, false, true, true, false]);
    expect(results[4]).toMatch(/^Not run/);
  });

  it("refuses a path outside as a plain error, and tells the model to stop at the third try", async () => {
    const tries = ["read_file", "list_dir", "read_file"].map((name, index) => ({
      name,
      arguments: { path: "/etc/passwd", ...(name === "read_file" ? { startLine: index + 1 } : {}) },
    }));
    await using bench = await createAgentBench((_request, index) => {
      const call = tries[index];
      return call === undefined ? { text: "I may not." } : { calls: [call] };
    });
    expect((await bench.ask("read it")).reason).toBe("answer");
    const results = (await bench.messages())
      .filter((message) => message.role === "tool")
      .map((message) => message.content);
    expect(results.map((content) => /Stop trying/.test(content))).toEqual([false, false, true]);
    expect(results.join("")).not.toMatch(/root:/);
  });

  it("makes an answer of a failing model, with the provider's reason, and keeps the message", async () => {
    await using bench = await createAgentBench([
      { status: 402, body: { error: { message: "Insufficient balance", code: "insufficient_quota" } } },
    ]);
    const end = await bench.ask("hello");
    expect(end).toMatchObject({ reason: "error", error: { code: "quota" } });
    expect(end.text).toMatch(/Insufficient balance/);
    expect(bench.endpoint.requests).toHaveLength(1);
    expect(roles(await bench.messages())).toEqual(["user", "assistant"]);
  });

  it("keeps what came of an answer that broke off, and never sends it twice", async () => {
    await using bench = await createAgentBench((_request, index) =>
      index === 0 ? { text: "Half an ans", finishReason: "none", ending: "cut" } : { text: "Whole." },
    );
    const end = await bench.ask("hello");
    expect(end.reason).toBe("error");
    expect((await bench.messages()).at(-1)).toMatchObject({ content: "Half an ans", error: { code: "network" } });
    expect(bench.endpoint.requests).toHaveLength(1);
    expect((await bench.ask("again")).text).toBe("Whole.");
  });

  it("shows the model what a tool said when it said nothing", async () => {
    await using bench = await createAgentBench([
      {
        calls: [
          { name: "exec", arguments: { command: "true" } },
          { name: "find_files", arguments: { pattern: "*.none" } },
        ],
      },
      { text: "ok" },
    ]);
    await bench.ask("go", { mode: "full" });
    for (const message of await bench.messages())
      expect(message.role === "tool" ? message.content.trim() : "x").not.toBe("");
  });

  it("spills a long result into a file and gives the model head, tail and path", async () => {
    const search = { name: "grep", arguments: { pattern: "line", maxMatches: 500 } };
    await using bench = await createAgentBench([{ calls: [search] }, { text: "ok" }], {
      defaults: { toolResultMaxChars: 2000 },
    });
    await bench.write("big.txt", Array.from({ length: 500 }, (_, line) => `line ${line}`).join("\n"));
    await bench.ask("go");
    const result = (await bench.messages()).find((message) => message.role === "tool");
    expect(result?.content.length).toBeLessThanOrEqual(2000);
    expect(result?.content).toMatch(/line 0/);
    expect(result?.content).toMatch(/line 499/);
    expect(result?.role === "tool" && result.details?.resultFile).toMatch(/\.results/);
  });

  it("gives the model all that read_file promises, and its last line is true", async () => {
    await using bench = await createAgentBench([{ calls: [read("big.txt")] }, { text: "ok" }], {
      defaults: { contextWindow: 200_000 },
    });
    const lines = Array.from({ length: 3000 }, (_, line) => `line ${line + 1} ${"x".repeat(20)}`);
    await bench.write("big.txt", lines.join("\n"));
    await bench.ask("go");
    const result = (await bench.messages()).find((message) => message.role === "tool");
    const shown = lines.slice(0, 2000).map((line, index) => `${index + 1}\t${line}`);
    expect(result?.content).toBe(`${shown.join("\n")}\n[Lines 1-2000 of 3000. Read on with startLine 2001.]`);
  });

  it("gives a small window less of a file, and says where to read on", async () => {
    await using bench = await createAgentBench([{ calls: [read("big.txt")] }, { text: "ok" }], {
      defaults: { contextWindow: 16_000 },
    });
    await bench.write("big.txt", "0123456789\n".repeat(5000));
    await bench.ask("go");
    const result = (await bench.messages()).find((message) => message.role === "tool");
    expect(result?.content.length).toBeLessThan(16_100);
    const last = Number(/Read on with startLine (\d+)\.\]$/.exec(result?.content ?? "")?.[1]);
    expect(result?.content).toContain(`\n${last - 1}\t0123456789\n[Lines 1-${last - 1} of 5000.`);
  });
});

describe("an answer that was cut by length", () => {
  it("goes on without the words that the model says again, in the answer and in the transcript", async () => {
    await using bench = await createAgentBench([
      { text: "The quick brown fox", finishReason: "length" },
      { text: "brown fox jumps.", finishReason: "stop" },
    ]);
    expect((await bench.ask("go")).text).toBe("The quick brown fox jumps.");
    expect((await bench.messages()).map(({ content }) => content)).toEqual(["go", "The quick brown fox", " jumps."]);
  });

  it("may be cut as often again after a call", async () => {
    const cut = { text: "and ", finishReason: "length" };
    await using bench = await createAgentBench([
      cut,
      cut,
      cut,
      { calls: [read("a.txt")] },
      cut,
      cut,
      cut,
      { text: "done" },
    ]);
    expect(await bench.ask("go")).toMatchObject({ reason: "answer" });
  });
});
