import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { MessageError } from "../../../../src-preload/contract/records.ts";
import { sessionViewOf } from "../../../../src-preload/contract/reducers/session.ts";
import { BurstCard } from "../../../../src-renderer/features/chat/burst-card.tsx";
import { PerchMessageRow } from "../../../../src-renderer/features/chat/perch-message.tsx";
import { seldomPart } from "../../../../src-renderer/features/chat/seldom.tsx";
import { type PerchRow, rowsOf } from "../../../../src-renderer/features/chat/turns.ts";
import { RunTab } from "../../../../src-renderer/features/inspector/run-tab.tsx";
import { chatOf } from "../../../../src-renderer/state/chat-snapshot.ts";
import type { Folding } from "../../../../src-renderer/state/preferences.ts";
import type { WindowState } from "../../../../src-renderer/state/window-state.ts";
import { record } from "../../../support/records.ts";
import { approvalOf, detailOf } from "../../../support/window-facts.ts";
import { drawIn, unansweredWindow, wordsOf } from "./draw.tsx";

let state: WindowState;
beforeAll(async () => {
  await seldomPart.fetchAhead();
  state = unansweredWindow();
});
afterAll(() => void vi.unstubAllGlobals());

const second = (at: number) => `2026-01-01T00:00:${String(at).padStart(2, "0")}.000Z`;
const call = (id: string, name: string, args: object) => ({
  id,
  type: "function",
  function: { name, arguments: JSON.stringify(args) },
});

interface Told {
  readonly error?: MessageError;
  readonly last?: object;
}

function messagesOf({ error, last = { status: "error", code: "exit", exitCode: 3, durationMs: 20 } }: Told) {
  const calls = [
    call("c1", "read_file", { path: "a.md" }),
    call("c2", "read_file", { path: "b.md" }),
    call("c3", "exec", { command: "npm test" }),
  ];
  const tool = (id: string, name: string, details: object) =>
    record({
      id: `t${id}`,
      role: "tool",
      runId: "r",
      tool_call_id: id,
      name,
      content: `For the model ${id}`,
      timestamp: second(8),
      details,
    });
  return [
    record({ id: "u", role: "user", runId: "r", content: "go", timestamp: second(0) }),
    record({
      id: "m",
      role: "assistant",
      runId: "r",
      content: "I look.",
      reasoning: "Which file?",
      reasoningMs: 12_000,
      tool_calls: calls,
      timestamp: second(1),
    }),
    tool("c1", "read_file", { status: "ok", durationMs: 40 }),
    tool("c2", "read_file", { status: "ok", durationMs: 1200 }),
    tool("c3", "exec", last),
    record({
      id: "e",
      role: "assistant",
      runId: "r",
      content: "Done.",
      timestamp: second(8),
      ...(error === undefined ? {} : { error }),
    }),
  ].map((message) => ({ message }));
}

function drawn(folding: Folding, told: Told = {}, within = state): string {
  const rows = rowsOf({ messages: messagesOf(told), run: null, approvals: [] });
  const row = rows.find((one): one is PerchRow => one.kind === "perch");
  expect.assert(row !== undefined);
  const preferences = createStore(() => ({ ...within.preferences.getInitialState(), folding }));
  const withFolding = { ...within, preferences: Object.assign(preferences, { getInitialState: preferences.getState }) };
  return wordsOf(drawIn(withFolding, <PerchMessageRow row={row} />));
}

describe("a finished turn", () => {
  it("is its head and its answer, where the result is wanted", () => {
    const words = drawn("result");
    expect(words).toContain("Worked 8 s· 3 steps· 1 failed");
    expect(words).not.toMatch(/a\.md|npm test|I look|Thought/);
  });

  it("has its steps in rows, without durations under a second, and its thoughts as one line", () => {
    const words = drawn("steps");
    expect(words).toContain("Thought for 12 s");
    expect(words).toContain("Read 2 files1 s");
    expect(words).toContain("Could not runnpm testIt ended with 3.");
    expect(words).not.toMatch(/For the model|Which file|0\.\d s/);
  });

  it("has all outputs and thoughts, where everything is wanted", () => {
    const words = drawn("everything");
    for (const part of ["Which file?", "a.md", "For the model c1", "For the model c3"]) expect(words).toContain(part);
  });

  it("that failed keeps its last failure open, beside the note of why", () => {
    const error = { code: "server", message: "The server broke. Try again later." };
    const words = drawn("result", { error });
    expect(words).toContain("Could not runnpm test");
    expect(words).toContain("For the model c3");
    expect(words).toContain("The provider failed");
    expect(words).not.toContain("a.md");
    // A last step that went well says nothing of it.
    expect(drawn("result", { error, last: { status: "ok" } })).not.toContain("npm test");
  });

  it("that Perch was closed in is told of once: by the chat where it can be gone on with, else here", () => {
    const error = { code: "interrupted", message: "Perch was closed." };
    const seen = (interrupted: string | null): string => {
      const lastRun = interrupted === null ? { kind: "none" } : { kind: "interrupted", runId: interrupted };
      const detail = detailOf({
        lastRun: lastRun as never,
        page: { messages: messagesOf({ error }), hasEarlier: false },
      });
      const store = createStore(() => ({ ...chatOf(detail, [], 0), kind: "open", loadingEarlier: false }) as const);
      return drawn("result", { error }, { ...state, chat: { ...state.chat, store: store as never } });
    };
    expect(seen("r")).not.toContain("Try again");
    expect(seen("other")).toContain("Perch was closed before the answer was complete");
    expect(seen(null)).toContain("Try again");
  });

  it("that was stopped says so, and is no failure", () => {
    const words = drawn("result", { error: { code: "aborted", message: "Stopped." } });
    expect(words).toContain("Stopped by you after 8 s");
    expect(words).not.toContain("npm test");
  });
});

describe("a burst", () => {
  it("is one card with each act in it, all at once or one by one", () => {
    const approvals = ["rm a", "rm b", "rm c"].map((body, at) => {
      const asked = approvalOf(`Run rm ${at}`);
      return { ...asked, subject: { ...asked.subject, body, risky: ["rm"] } };
    });
    const markup = drawIn(state, <BurstCard approvals={approvals} isFirst />);
    const words = wordsOf(markup);
    expect(words).toContain("Run 3 commands");
    for (const part of ["rm a", "rm b", "rm c", "Allow all 3", "Deny all 3", "Whatever the command reaches"]) {
      expect(words).toContain(part);
    }
    expect(markup.match(/>Allow once</g)).toHaveLength(1);
    expect(markup).toMatch(/<b [^>]*>rm<\/b> a/);
  });
});

it("shows the last run from its messages", () => {
  const detail = detailOf({ page: { messages: messagesOf({}), hasEarlier: false } });
  const words = wordsOf(drawIn(state, <RunTab view={sessionViewOf(detail)} stopped={false} />));
  for (const part of ["StateDone", "Took8 s", "Read a.md", "Could not run npm test"]) expect(words).toContain(part);
});
