import { describe, expect, it } from "vitest";
import type { ModelRequest, WireMessage } from "../../../src-main/models/model.ts";
import { createPracticeModel } from "../../../src-main/models/practice/practice-model.ts";
import { plainQuirks } from "../../../src-main/models/quirks.ts";
import { toolOffersOf } from "../../../src-main/models/tools/tool-offers.ts";
import { toWireMessage } from "../../../src-main/models/wire.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { createRecordingSink } from "../../support/recording-sink.ts";
import { assistantRecord, toolRecord, userRecord } from "../../support/records.ts";
import { silentSink } from "../../support/run-case.ts";

const names = [
  "read_file",
  "write_file",
  "edit_file",
  "list_dir",
  "find_files",
  "grep",
  "exec",
  "remember",
  "forget",
  "recall",
];
const tools = toolOffersOf(names.map((name) => ({ name, description: name, parameters: { type: "object" } })));
const never = new AbortController().signal;

function requestOf(messages: readonly WireMessage[], offered = tools): ModelRequest {
  const parameters = { temperature: 0, maxTokens: 100, reasoningEffort: null };
  return { messages, tools: offered, parameters, contextWindow: null };
}

function asked(text: string): readonly WireMessage[] {
  return [toWireMessage(userRecord("u1", text, { turnContext: "Today is Monday." }), plainQuirks)].filter(
    (wire) => wire !== null,
  );
}

function practice(clock = createManualClock()) {
  let ids = 0;
  return createPracticeModel({ clock, createId: () => `id${ids++}` });
}

async function firstCall(text: string) {
  const outcome = await practice().complete(requestOf(asked(text)), silentSink, never);
  const [call] = outcome.toolCalls;
  return call === undefined ? outcome.content : [call.name, call.arguments];
}

describe("the practice model understands", () => {
  it.each([
    ["list the files", ["list_dir", { path: "." }]],
    ["Please list the files in notes", ["list_dir", { path: "notes" }]],
    ["LIST THE FILES IN “my notes” please.", ["list_dir", { path: "my notes" }]],
    ["read notes.md", ["read_file", { path: "notes.md" }]],
    ["Read the file 'a b.md', please!", ["read_file", { path: "a b.md" }]],
    ["find *.md", ["find_files", { pattern: "*.md" }]],
    ["find todo", ["find_files", { pattern: "*todo*" }]],
    ['search for "a+b" in src', ["grep", { pattern: "a\\+b", path: "src" }]],
    ["search for fjord", ["grep", { pattern: "fjord", path: "." }]],
    ['write "hello world" to out.txt', ["write_file", { path: "out.txt", content: "hello world\n" }]],
    ["write it's fine to out.txt", ["write_file", { path: "out.txt", content: "it's fine\n" }]],
    ["write `one\n\ntwo` to `dir/out.txt`", ["write_file", { path: "dir/out.txt", content: "one\n\ntwo\n" }]],
    ['append "more" to log.txt', ["read_file", { path: "log.txt" }]],
    [
      'replace "old" with "new" in a.md',
      ["edit_file", { path: "a.md", oldText: "old", newText: "new", replaceAll: true }],
    ],
    ["run `ls -la | wc`", ["exec", { command: "ls -la | wc" }]],
    ["Please remember that I like tea.", ["remember", { fact: "I like tea" }]],
    ["what do you remember?", ["recall", { query: "" }]],
    ["forget I like tea", ["forget", { fact: "I like tea" }]],
    ["run echo hi", ["exec", { command: "echo hi" }]],
    ["Read notes.md and write its main points to summary.md", ["read_file", { path: "notes.md" }]],
    ["Read “my notes.md” and write its main points to summary-2.md.", ["read_file", { path: "my notes.md" }]],
    ["List the files in receipts with their sizes and write them to files.md", ["list_dir", { path: "receipts" }]],
    ["List the files here with their sizes and write them to files.md", ["list_dir", { path: "." }]],
  ])("%s", async (text, call) => {
    expect(await firstCall(text)).toEqual(call);
  });

  it("nothing else, and says what it does understand", async () => {
    expect(await firstCall("What is the meaning of life?")).toContain("fixed rules, no AI");
  });
  it.each(["remind me tomorrow to rest"])("%s: honestly not", async (text) => {
    expect(await firstCall(text)).toMatch(/nothing was (?:saved|scheduled)/);
  });
  it("that a tool is not offered", async () => {
    const outcome = await practice().complete(requestOf(asked("run ls"), toolOffersOf([])), silentSink, never);
    expect(outcome).toMatchObject({ toolCalls: [], finishReason: "stop" });
    expect(outcome.content).toContain("nothing was done");
  });
});

describe("the practice model goes on", () => {
  async function outcomeAfter(text: string, calls: readonly (readonly [name: string, result: string])[]) {
    const wires = [...asked(text)];
    for (const [index, [name, result]] of calls.entries()) {
      const id = `c${index}`;
      const call = { id, type: "function", function: { name, arguments: "{}" } };
      const made = [assistantRecord(`a${index}`, "", [], { tool_calls: [call] }), toolRecord(`t${index}`, id, result)];
      wires.push(...made.map((message) => toWireMessage(message, plainQuirks)).filter((wire) => wire !== null));
    }
    return practice().complete(requestOf(wires), silentSink, never);
  }

  it("with what the tool gave, without line numbers", async () => {
    const outcome = await outcomeAfter("read a.md", [["read_file", "1\tone\n2\ttwo"]]);
    expect(outcome.content).toContain("```\none\ntwo\n```");
  });
  it("with the tool's refusal as it is", async () => {
    expect((await outcomeAfter("write x to a.md", [["write_file", "Denied."]])).content).toBe("Denied.");
  });
  it("from reading to writing when it appends", async () => {
    const { toolCalls } = await outcomeAfter('append "three" to a.md', [["read_file", "1\tone\n2\ttwo"]]);
    expect(toolCalls[0]).toMatchObject({
      name: "edit_file",
      arguments: { oldText: "one\ntwo", newText: "one\ntwo\nthree" },
    });
  });
  it("with a new file when there is none to append to", async () => {
    const { toolCalls } = await outcomeAfter('append "one" to a.md', [["read_file", "a.md does not exist."]]);
    expect(toolCalls[0]).toMatchObject({ name: "write_file", arguments: { path: "a.md", content: "one\n" } });
  });
  it("from reading to the main points: its items, else how its paragraphs begin", async () => {
    const asks = "Read a.md and write its main points to b.md";
    const written = async (...lines: readonly string[]) => {
      const body = lines.map((line, at) => `${at + 1}\t${line}`).join("\n");
      const { toolCalls } = await outcomeAfter(asks, [["read_file", body]]);
      return toolCalls[0]?.arguments;
    };
    const title = "# Main points of a.md";
    expect(await written("# T", "words", "- one", "- [ ] two")).toEqual({
      path: "b.md",
      content: `${title}\n\n- one\n- two\n`,
    });
    expect(await written("# T", "First. More", "of it.", "", "Second.")).toMatchObject({
      content: `${title}\n\n- First. More\n- Second.\n`,
    });
    const many = Array.from({ length: 15 }, (_, at) => `- item ${at}`);
    expect(await written(...many)).toMatchObject({ content: expect.stringContaining("And 3 more") });
    expect((await outcomeAfter(asks, [["read_file", "a.md does not exist."]])).content).toBe("a.md does not exist.");
  });
  it("from listing to a table, and to a plan at once", async () => {
    const asks = "List the files in docs with their sizes and write them to files.md";
    const listed = await outcomeAfter(asks, [["list_dir", "old/\na|b.md (1.2 kB)\nc (1 byte)\nd -> /x"]]);
    expect(listed.toolCalls[0]?.arguments).toEqual({
      path: "files.md",
      content:
        "# Files in docs\n\n| File | Size |\n| --- | ---: |\n| old/ | folder |\n| a\\|b.md | 1.2 kB |\n| c | 1 byte |\n",
    });
    expect((await outcomeAfter(asks, [["list_dir", "docs does not exist."]])).content).toBe("docs does not exist.");
    const [plan] = (await outcomeAfter("Write a short plan for this week to plan.md", [])).toolCalls;
    expect(plan).toMatchObject({ name: "write_file", arguments: { path: "plan.md" } });
    expect(plan?.arguments["content"]).toContain("- [ ] Monday");
  });
  it("to its end when the second step is done", async () => {
    const outcome = await outcomeAfter('append "x" to a.md', [
      ["read_file", "1\ty"],
      ["edit_file", "Edited a.md."],
    ]);
    expect([outcome.content, outcome.toolCalls]).toEqual(["Edited a.md.", []]);
  });
});

describe("the practice model, to try the app", () => {
  it("says as many words as it is asked to", async () => {
    const clock = createManualClock();
    const sink = createRecordingSink();
    const answer = practice(clock).complete(requestOf(asked("say 45 words")), sink, never);
    while (sink.texts.length < 45) {
      clock.advance(20);
      await Promise.resolve();
    }
    expect((await answer).content.split(" ")).toHaveLength(45);
    expect(sink.shown).toBe((await answer).content);
  });
  it("thinks until it is stopped", async () => {
    const clock = createManualClock();
    const sink = createRecordingSink();
    const controller = new AbortController();
    const answer = practice(clock).complete(requestOf(asked("think for 10 seconds")), sink, controller.signal);
    clock.advance(1000);
    controller.abort();
    expect(await answer).toMatchObject({ finishReason: "error", error: { kind: "aborted" } });
    expect(sink.thoughts).toContain("second 1 of 10");
    expect(clock.pending).toBe(0);
  });
  it("fails", async () => {
    const outcome = await practice().complete(requestOf(asked("fail")), silentSink, never);
    expect(outcome).toMatchObject({ finishReason: "error", error: { kind: "server", retryable: false } });
  });
});
