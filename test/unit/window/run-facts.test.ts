import { describe, expect, it } from "vitest";
import { burstsOf } from "../../../src-preload/contract/approval-bursts.ts";
import type { ToolMessage } from "../../../src-preload/contract/records.ts";
import { changesOfCalls, lastRunFacts, pathInFolder } from "../../../src-renderer/state/run-facts.ts";
import { record } from "../../support/records.ts";
import { approvalOf } from "../../support/window-facts.ts";

const diff = "--- a/notes.md\n+++ b/notes.md\n@@ -1 +1,2 @@\n-old\n+new\n+more\n";
const usage = { promptTokens: 100, completionTokens: 20, totalTokens: 120 };
const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`;
const calls = [
  { id: "c1", type: "function", function: { name: "edit_file", arguments: '{"path":"notes.md"}' } },
  { id: "c2", type: "function", function: { name: "exec", arguments: '{"command":"npm test"}' } },
];
const messages = [
  record({ id: "u", role: "user", content: "go", runId: "r", timestamp: at(0) }),
  record({
    id: "a",
    role: "assistant",
    runId: "r",
    tool_calls: calls,
    usage,
    cost: 0.01,
    model: "p/m",
    timestamp: at(2),
  }),
  record({
    id: "t1",
    role: "tool",
    runId: "r",
    tool_call_id: "c1",
    name: "edit_file",
    timestamp: at(20),
    details: { status: "ok", durationMs: 1500, waitedMs: 15_000, path: "/w/notes.md", diff },
  }),
  record({
    id: "t2",
    role: "tool",
    runId: "r",
    tool_call_id: "c2",
    name: "exec",
    timestamp: at(21),
    details: { status: "error", durationMs: 10, exitCode: 3 },
  }),
  record({
    id: "b",
    role: "assistant",
    runId: "r",
    content: "Done.",
    usage,
    cost: 0.02,
    model: "p/n",
    timestamp: at(23),
  }),
].map((message) => ({ message }));

const result = { role: "tool", name: "exec", timestamp: at(1) };

describe("the last run of a chat", () => {
  it("is told by its messages alone, without what a person took to decide", () => {
    expect(lastRunFacts({ messages, run: null })).toMatchObject({
      isOn: false,
      models: ["p/m", "p/n"],
      durationMs: 8000,
      requests: 2,
      tokens: { prompt: 200, completion: 40 },
      cost: 0.03,
      files: [{ path: "/w/notes.md", added: 2, removed: 1 }],
      steps: [
        { callId: "c1", words: "Edited notes.md", status: "ok" },
        { callId: "c2", words: "Could not run npm test", status: "error" },
      ],
      error: null,
    });
  });

  it("has no cost where one of its answers has none, and there is none in an empty chat", () => {
    const without = messages.map(({ message }) => ({
      message: message.id === "b" ? { ...message, cost: undefined } : message,
    }));
    expect(
      lastRunFacts({ messages: without.map(({ message }) => ({ message: record({ ...message }) })), run: null })?.cost,
    ).toBeNull();
    expect(lastRunFacts({ messages: [], run: null })).toBeNull();
  });
});

it("lays on each other what calls did to files, and counts a call of before by what it tells itself", () => {
  const told = (id: string, details: object): readonly ToolMessage[] => {
    const message = record({ ...result, id, tool_call_id: id, details: { status: "ok", ...details } });
    return message.role === "tool" ? [message] : [];
  };
  const file = (path: string, more: object) => ({ path, by: "tool", ...more });
  expect(
    changesOfCalls([
      ...told("t1", { path: "/w/old.md", diff }),
      null,
      ...told("t2", { path: "/w/a", diff, runNews: { files: [file("/w/a", { status: "added", added: 2 })], more: 0 } }),
      ...told("t3", {
        runNews: {
          files: [file("/w/a", { status: "none" }), file("/w/b", { status: "renamed", added: 0, removed: 1 })],
          more: 4,
        },
      }),
      ...told("t4", {}),
    ]),
  ).toEqual({
    files: [
      { path: "/w/old.md", status: "modified", by: "tool", added: 2, removed: 1 },
      { path: "/w/b", status: "renamed", by: "tool", added: 0, removed: 1 },
    ],
    more: 4,
  });
});

it("names a file by its place in the work folder, and no file elsewhere", () => {
  expect(pathInFolder("/w/a/b.md", "/w")).toBe("a/b.md");
  expect(pathInFolder("C:\\w\\b.md", "C:\\w\\")).toBe("b.md");
  expect(pathInFolder("/wide/b.md", "/w")).toBeNull();
  expect(pathInFolder("/w/b.md", "")).toBeNull();
});

it("decides together what one reply asks of one tool", () => {
  const [a, b, c] = [approvalOf("a"), approvalOf("b"), approvalOf("c")];
  const other = { ...c, subject: { ...c.subject, tool: "write_file" } };
  expect(burstsOf([a, other, b])).toEqual([[a, b], [other]]);
});
