import { describe, expect, it } from "vitest";
import { createChatView } from "../../../../src-main/cli/terminal/chat-view.ts";
import { textOf } from "../../../../src-main/cli/terminal/styled-line.ts";
import type { PerchEvent, PerchFact } from "../../../../src-preload/contract/events.ts";
import {
  approvalIdSchema,
  messageIdSchema,
  runIdSchema,
  sessionKeySchema,
} from "../../../../src-preload/contract/ids.ts";
import { reduceRun } from "../../../../src-preload/contract/reducers/run.ts";

const at = { sessionKey: sessionKeySchema.parse("cli:x"), runId: runIdSchema.parse("r") };
const messageId = messageIdSchema.parse("m");
const begin: PerchFact = { topic: "agent", type: "run-start", ...at, model: "p/m", resumed: false };
const delta = (text: string): PerchFact => ({ topic: "stream", type: "message-delta", ...at, messageId, text });
const thought = (text: string): PerchFact => ({ topic: "stream", type: "reasoning-delta", ...at, messageId, text });
const start: PerchFact = { topic: "stream", type: "message-start", ...at, messageId };
const step = { ...at, callId: "c", tool: "exec" };
const stepStart: PerchFact = {
  topic: "agent" as const,
  type: "tool-start" as const,
  ...step,
  title: "npm test",
  effect: "execute" as const,
  arguments: {},
};

function result(content: string, diff?: string): PerchFact {
  const details = { status: "ok" as const, ...(diff === undefined ? {} : { diff }) };
  const base = { id: messageIdSchema.parse("t"), parentId: null, timestamp: "", content };
  const message = { ...base, role: "tool" as const, tool_call_id: "c", name: "exec", details };
  return { topic: "session", type: "message-added", ...at, message };
}

const stepEnd = (status: "ok" | "error" | "interrupted"): PerchFact => ({
  topic: "agent",
  type: "tool-end",
  ...step,
  status,
  durationMs: 3100,
});
const end = (reason: "answer" | "stopped"): PerchFact => ({
  topic: "agent",
  type: "run-end",
  ...at,
  reason,
  text: "",
  usage: null,
});

function setUp() {
  let seq = 0;
  let time = 0;
  const view = createChatView({ width: () => 60, isOwn: () => false });
  const printed: string[] = [];
  return {
    view,
    printed,
    /** One event a second. */
    tell(...facts: readonly PerchFact[]) {
      for (const fact of facts) {
        const event: PerchEvent = { ...fact, seq: seq++, time };
        printed.push(...view.event(event).map(textOf));
        time += 1000;
      }
    },
    live: (rows = 20) => view.live(time, rows).map(textOf),
  };
}

describe("a run on a terminal", () => {
  it("says that it waits for the model before a word came, how long, and how to stop it", () => {
    const { tell, live } = setUp();
    tell(begin, start);
    expect(live()).toEqual([expect.stringMatching(/Waiting for p\/m · 2 s · Ctrl-C stops$/)]);
  });

  it("shows words as they come, and prints them for good with the end of their line", () => {
    const { tell, live, printed } = setUp();
    tell(begin, start, delta("First **wo"));
    expect(live().slice(0, -1)).toEqual(["First wo"]);
    expect(printed).toEqual([""]);
    tell(delta("rds**\nsecond"));
    expect(printed).toEqual(["", "First words"]);
    expect(live()).toEqual(["second", expect.stringMatching(/Answering · 4 s · ~6 tokens/)]);
  });

  it("shows the end of thoughts while they come, folds them after, and keeps them to be shown", () => {
    const { tell, live, printed, view } = setUp();
    tell(begin, start, thought("one\ntwo\nthree\nfour"));
    expect(live()).toEqual(["  two", "  three", "  four", expect.stringMatching(/Thinking/)]);
    tell(delta("Answer"));
    expect(printed[0]).toBe("  Thought for 1 s (Ctrl-O shows it)");
    expect(view.thoughts().map(textOf)).toEqual(["  one", "  two", "  three", "  four"]);
  });

  it("ends with the first pages of the web that it was made of, and not the next run", () => {
    const { tell, printed } = setUp();
    const sources = Array.from({ length: 7 }, (_, index) => ({ url: `https://a.example/${index}`, title: "A" }));
    const found = result("");
    if (found.type !== "message-added" || found.message.role !== "tool") throw new Error("it is no result");
    const details = { status: "ok" as const, sources };
    tell(begin, stepStart, { ...found, message: { ...found.message, details } }, stepEnd("ok"), end("answer"));
    const told = printed.filter((row) => row.includes("a.example"));
    expect(told[0]).toBe("  sources: https://a.example/0");
    expect(told.length).toBe(5);
    tell(begin, end("answer"));
    expect(printed.filter((row) => row.includes("a.example")).length).toBe(5);
  });

  it("shows thoughts without their marks, hung under their indent and without blank lines", () => {
    const { tell, live, view } = setUp();
    const long = "Sparrows and finches differ in their beaks, and in their songs.";
    tell(begin, start, thought(`**Weighing the birds**\n\n${long}`));
    const rows = ["  Weighing the birds", "  Sparrows and finches differ in their beaks, and in their ", "  songs."];
    expect(live()).toEqual([...rows, expect.stringMatching(/Thinking/)]);
    tell(thought("\n*Done"));
    expect(live().slice(0, -1)).toEqual([...rows.slice(1), "  Done"]);
    expect(view.thoughts().map(textOf)).toEqual([rows[0], "  ", ...rows.slice(1), "  Done"]);
  });

  it("does not break the rows of long thoughts anew at each word", () => {
    const { tell, live } = setUp();
    tell(begin, start, thought(Array.from({ length: 100 }, (_, at) => `w${at} `).join("")));
    const before = live().slice(0, -1);
    tell(thought("w100 "));
    expect(before).toHaveLength(3);
    expect(live()[1]).toBe(before[1]);
  });

  it("shows the last lines of a running command, and the last ones with its end", () => {
    const { tell, live, printed } = setUp();
    const progress: PerchFact = {
      topic: "agent",
      type: "tool-progress",
      ...at,
      callId: "c",
      text: "1\n2\n3\n4\n5\n6\n",
    };
    tell(begin, stepStart, progress);
    expect(live()).toEqual(["    3", "    4", "    5", "    6", expect.stringMatching(/Running npm test · 3 s/)]);
    tell(result("all"), stepEnd("ok"));
    expect(printed).toEqual(["  ✓ Ran npm test (3.1 s)", "    … 2 earlier lines", "    3", "    4", "    5", "    6"]);
  });

  it("says why a step failed, and claims nothing that was not done", () => {
    const { tell, printed } = setUp();
    tell(begin, stepStart, result("Error: no such file\n[Exit status 1]"), stepEnd("error"));
    expect(printed).toEqual(["  ✗ Running npm test: failed (3.1 s)", "    Error: no such file", "    [Exit status 1]"]);
  });

  it("says of a stopped step whole, and once, what is not known of it", () => {
    const cut =
      "Interrupted: the run was stopped while this call was on its way. It is not known whether it was done: look before you do it again.";
    const { tell, printed } = setUp();
    const progress: PerchFact = { topic: "agent", type: "tool-progress", ...at, callId: "c", text: "half\n" };
    tell(begin, stepStart, progress, result(`half\n[Stopped]\n\n${cut}`), stepEnd("interrupted"), end("stopped"));
    expect(printed).toEqual([
      "  ✗ Interrupted: npm test (3.1 s)",
      "    half",
      "    It is not known whether it was done: look before you do ",
      "    it again.",
      "Stopped.",
      "  5 s",
    ]);
    const asked = setUp();
    asked.tell(begin, stepStart, result("Interrupted: the run was stopped."), stepEnd("interrupted"));
    expect(asked.printed).toEqual(["  ✗ Interrupted: npm test (3.1 s)"]);
  });

  it("shows what an edit changed, once: not after a card that showed it", () => {
    const diff = "--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n";
    const one = setUp();
    one.tell(begin, stepStart, result("", diff), stepEnd("ok"));
    expect(one.printed).toEqual(["  ✓ Ran npm test (+1 -1) (3.1 s)", "    1 -old", "    1 +new"]);
    const asked = setUp();
    const subject = {
      tool: "exec",
      effect: "write" as const,
      title: "",
      body: "",
      bodyKind: "diff" as const,
      where: "",
    };
    const card = { ...at, approvalId: approvalIdSchema.parse("a"), messageId, callId: "c", requestedAt: 0 };
    const approval = { ...card, subject: { ...subject, reversible: true, reason: "" } };
    asked.tell(begin, stepStart, { topic: "approval", type: "approval-request", ...at, approval });
    expect(asked.live()[0]).toMatch(/Waiting for your decision/);
    asked.tell(result("", diff), stepEnd("ok"));
    expect(asked.printed).toEqual(["  ✓ Ran npm test (+1 -1) (3.1 s)"]);
  });

  it("ends with what it took, and is quiet then", () => {
    const { tell, live, printed } = setUp();
    tell(begin, start, delta("Done."), end("answer"));
    expect(printed).toEqual(["", "Done.", "", "  3 s"]);
    expect(live()).toEqual([]);
  });

  it("ends without a row of what it took where that is nothing", () => {
    const { view } = setUp();
    view.event({ ...begin, seq: 0, time: 0 });
    const printed = view.event({ ...end("stopped"), seq: 1, time: 999 });
    expect(printed.map(textOf)).toEqual(["Stopped."]);
  });

  it("says why the model is asked again when that is new, and else only when", () => {
    const { tell, printed } = setUp();
    const retry = (attempt: number, message: string): PerchFact => ({
      topic: "agent",
      type: "retry-start",
      ...at,
      attempt,
      message,
      delayMs: 2500,
    });
    tell(begin, retry(1, "Busy (HTTP 503)."), retry(2, "Busy (HTTP 503)."), retry(3, "Out of memory"));
    tell(start, delta("Now."), retry(1, "Out of memory"));
    expect(printed).toEqual([
      "Busy (HTTP 503). Retry 1 in 3 s.",
      "Retry 2 in 3 s.",
      "Out of memory. Retry 3 in 3 s.",
      ...["", "Now.", "", "Out of memory. Retry 1 in 3 s."],
    ]);
  });

  it("says once that it was stopped", () => {
    const { tell, printed } = setUp();
    tell(begin, end("stopped"));
    expect(printed).toEqual(["Stopped.", "  1 s"]);
  });

  it("that was on before is shown as far as it came, and goes on from there", () => {
    const { view, printed, tell } = setUp();
    const facts = [begin, start, delta("Half of ")];
    const run = facts.reduce<ReturnType<typeof reduceRun>>(
      (now, fact, seq) => reduceRun(now, { ...fact, seq, time: 0 }),
      null,
    );
    if (run !== null) printed.push(...view.join(run).map(textOf));
    tell(delta("it.\n"));
    expect(printed).toEqual(["", "Half of it."]);
  });

  it("fits what lives into the rows that there are", () => {
    const { tell, live } = setUp();
    tell(begin, start, delta("word ".repeat(500)));
    for (const rows of [1, 2, 5]) expect(live(rows)).toHaveLength(rows);
    expect(live(0)).toEqual([]);
  });
});
