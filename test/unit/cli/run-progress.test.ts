import { describe, expect, it } from "vitest";
import { createRunProgress } from "../../../src-main/cli/run-progress.ts";
import type { PerchEvent, PerchFact } from "../../../src-preload/contract/events.ts";
import { messageIdSchema, runIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { createVirtualScreen } from "../../support/virtual-screen.ts";

const at = { sessionKey: sessionKeySchema.parse("cli:x"), runId: runIdSchema.parse("r") };
const mine = messageIdSchema.parse("mine");
const replyId = messageIdSchema.parse("m");
const record = { parentId: null, timestamp: "" };

const begin: PerchFact = { topic: "agent", type: "run-start", ...at, model: "p/m", resumed: false };
const start: PerchFact = { topic: "stream", type: "message-start", ...at, messageId: replyId };
const delta = (text: string): PerchFact => ({
  topic: "stream",
  type: "message-delta",
  ...at,
  messageId: replyId,
  text,
});
const thought: PerchFact = { topic: "stream", type: "reasoning-delta", ...at, messageId: replyId, text: "Let me see." };
const server = (state: "connecting" | "ready"): PerchFact => ({
  topic: "mcp",
  type: "server-changed",
  name: "files",
  state,
});
const step = { ...at, callId: "c", tool: "exec" };
const stepStart: PerchFact = {
  topic: "agent" as const,
  type: "tool-start" as const,
  ...step,
  title: "npm test",
  effect: "execute" as const,
  arguments: {},
};
const output: PerchFact = { topic: "agent", type: "tool-progress", ...at, callId: "c", text: "first\nsecond\n" };

function stepEnd(status: "ok" | "error" | "interrupted"): PerchFact {
  return { topic: "agent", type: "tool-end", ...step, status, durationMs: 3100 };
}

function result(content: string, diff?: string): PerchFact {
  const details = { status: "ok" as const, ...(diff === undefined ? {} : { diff }) };
  const base = { id: messageIdSchema.parse("t"), ...record, content };
  const message = { ...base, role: "tool" as const, tool_call_id: "c", name: "exec", details };
  return { topic: "session", type: "message-added", ...at, message };
}

function said(role: "user" | "assistant", id: typeof mine, content: string): PerchFact {
  const base = { id, ...record, content };
  const message = role === "user" ? { ...base, role } : { ...base, role, model: "p/m" };
  return { topic: "session", type: "message-added", ...at, message };
}

function end(reason: "answer" | "stopped", text = ""): PerchFact {
  return { topic: "agent", type: "run-end", ...at, reason, text, usage: null };
}

function setUp(env: Readonly<Record<string, string>> = { TERM: "xterm" }, drawsAnswers = true) {
  const virtual = createVirtualScreen(60, 20);
  const clock = createManualClock(0);
  let seq = 0;
  let fresh = "";
  let bytes = "";
  const sink = {
    columns: 60,
    rows: 20,
    write(data: string) {
      fresh += data;
      bytes += data;
    },
  };
  const progress = createRunProgress({ output: sink, env, clock, messageId: mine, drawsAnswers });
  return {
    progress,
    clock,
    bytes: () => bytes,
    /** One event a second. */
    tell(...facts: readonly PerchFact[]) {
      for (const fact of facts) {
        const event: PerchEvent = { ...fact, seq: seq++, time: clock.now() };
        progress.event(event);
        clock.advance(1000);
      }
    },
    async shown() {
      const data = fresh;
      fresh = "";
      await virtual.write(data);
      return virtual.all();
    },
  };
}

describe("the progress of one message", () => {
  it("says in words what it waits for, before a run, for a server, and for the model", async () => {
    const { progress, tell, clock, shown } = setUp();
    progress.waits("Starting");
    clock.advance(2000);
    expect(await shown()).toEqual([expect.stringMatching(/Starting · 2 s · Ctrl-C stops$/)]);
    tell(begin, server("connecting"));
    expect(await shown()).toEqual([expect.stringMatching(/Connecting to files… · 2 s · Ctrl-C stops$/)]);
    tell(server("ready"));
    expect(await shown()).toEqual([expect.stringMatching(/Waiting for p\/m · 3 s · Ctrl-C stops$/)]);
  });

  it("shows what runs with its last lines, and nothing that lives once it is over", async () => {
    const { progress, tell, shown } = setUp();
    tell(begin, said("user", mine, "test it"), start, thought);
    expect(await shown()).toEqual(["  Let me see.", expect.stringMatching(/Thinking/)]);
    tell(stepStart, output);
    expect(await shown()).toEqual([
      "  Thought for 1 s",
      "    first",
      "    second",
      expect.stringMatching(/Running npm test · 6 s · ~3 tokens · Ctrl-C stops$/),
    ]);
    tell(result("Error: none"), stepEnd("error"), start, delta("It **fails"));
    expect((await shown()).slice(-2)).toEqual(["It fails", expect.stringMatching(/Answering/)]);
    tell(delta("**."), said("assistant", replyId, "It **fails**."), end("answer", "It **fails**."));
    expect(progress.hasDrawn("It **fails**.")).toBe(true);
    progress[Symbol.dispose]();
    expect(await shown()).toEqual([
      "  Thought for 1 s",
      "  ✗ Running npm test: failed (3.1 s)",
      "    Error: none",
      "",
      "It fails.",
      "",
      "  12 s",
    ]);
  });

  it("draws no answer that goes elsewhere, and says all the same that it comes", async () => {
    const { progress, tell, shown } = setUp({ TERM: "xterm" }, false);
    tell(begin, start, delta("one\ntwo"));
    expect(await shown()).toEqual([expect.stringMatching(/Answering · 3 s · ~2 tokens · Ctrl-C stops$/)]);
    tell(said("assistant", replyId, "one\ntwo"), end("answer", "one\ntwo"));
    expect(progress.hasDrawn("one\ntwo")).toBe(false);
    expect(await shown()).toEqual(["  4 s"]);
  });

  it("keeps still while a question stands there, and tells afterwards what happened meanwhile", async () => {
    const { progress, tell, shown } = setUp();
    tell(begin, stepStart);
    const [first, second] = [progress.giveWay(), progress.giveWay()];
    tell(stepEnd("ok"));
    first();
    first();
    expect(await shown()).toEqual([]);
    second();
    expect(await shown()).toEqual(["  ✓ Ran npm test (3.1 s)", expect.stringMatching(/Waiting for p\/m/)]);
  });

  it("claims nothing that was cut off, and tells why it ended once", async () => {
    const { progress, tell, shown } = setUp();
    tell(begin, stepStart, stepEnd("interrupted"), end("stopped"));
    expect(progress.hasTold).toBe(true);
    expect(await shown()).toEqual(["  ✗ Interrupted: npm test (3.1 s)", "Stopped.", "  3 s"]);
  });

  it("goes on in the next owner without the line of the last one", async () => {
    const { progress, tell, shown } = setUp();
    tell(begin, start, delta("half"));
    progress.followAnew();
    progress.waits("Starting");
    expect(await shown()).toEqual([
      "",
      "The process that ran this chat is gone; going on here.",
      expect.stringMatching(/Starting · 0 s/),
    ]);
  });

  it("draws anew on a tick, and leaves no timer behind", async () => {
    const { progress, clock, tell, shown } = setUp();
    tell(begin);
    await shown();
    clock.advance(4000);
    expect(await shown()).toEqual([expect.stringMatching(/Waiting for p\/m · 5 s/)]);
    progress[Symbol.dispose]();
    progress[Symbol.dispose]();
    expect(clock.pending).toBe(0);
    expect(await shown()).toEqual([]);
  });
});

describe("what a terminal is sent", () => {
  const diff = "@@ -1 +1 @@\n-old\n+new\n";

  it("has colours for a diff, and thoughts dim", () => {
    const { tell, bytes } = setUp();
    tell(begin, start, thought, stepStart, result("", diff), stepEnd("ok"));
    expect(bytes()).toContain("\u001b[32m+new\u001b[0m");
    expect(bytes()).toContain("\u001b[2m    1 \u001b[0m");
    expect(bytes()).toContain("\u001b[2mLet me see.\u001b[0m");
  });

  it("has no colour under NO_COLOR", () => {
    const { tell, bytes } = setUp({ TERM: "xterm", NO_COLOR: "1" });
    tell(begin, start, thought, stepStart, result("", diff), stepEnd("ok"));
    // A style ends in m; what moves the cursor does not.
    expect(bytes()).not.toMatch(/\u001b\[[\d;]*m/);
  });

  it("has no sequence at all where it knows none, but each line that is done", () => {
    const { progress, tell, bytes, clock } = setUp({ TERM: "dumb" });
    progress.waits("Starting");
    tell(begin, start, thought, stepStart, result("", diff), stepEnd("ok"), end("stopped"));
    progress[Symbol.dispose]();
    expect(clock.pending).toBe(0);
    expect(bytes()).not.toContain("\u001b");
    expect(bytes().split("\n")).toEqual([
      "  Thought for 1 s",
      "  ✓ Ran npm test (+1 -1) (3.1 s)",
      "    1 -old",
      "    1 +new",
      "Stopped.",
      "  6 s",
      "",
    ]);
  });

  it("turns no text round, wherever a control of direction comes from", () => {
    const { tell, bytes } = setUp();
    const name = "a\u202etxt.exe \u2066b";
    const named = { ...stepStart, title: name };
    tell(begin, named, { ...output, text: `${name}\n` }, result(name), stepEnd("error"));
    tell(
      start,
      delta(`# ${name}\n- \`${name}\`\n`),
      delta(`\`\`\`\n${name}\n\`\`\`\n| ${name} | b |\n| - | - |\n| 1 | ${name} |\n`),
    );
    tell(said("assistant", replyId, name), end("stopped", name));
    expect(bytes()).toContain("atxt.exe b");
    expect(bytes()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });
});
