import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createOutputCollector } from "../../../src-main/processes/output-collector.ts";
import { createLineWindow } from "../../../src-main/tools/line-window.ts";
import { createProgress } from "../../../src-main/tools/progress.ts";
import { plainTerminalText } from "../../../src-main/tools/terminal-text.ts";
import { unifiedDiff, wholeDiff } from "../../../src-main/tools/text-diff.ts";
import { detectEncoding } from "../../../src-main/tools/text-encoding.ts";

const pieces = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", "会") }));

test("a line window gives the lines of the range, however the text comes in pieces", () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 8 }), (parts, start, end) => {
      const window = createLineWindow({ start, end, maxLines: 100, maxBytes: 10_000 });
      for (const part of parts) window.push(part);
      const all = parts.join("").split("\n");
      if (all.at(-1) === "") all.pop();
      const lines = all.map((line) => line.replace(/\r$/, ""));
      expect(window.finish(true)).toEqual({ lines: lines.slice(start - 1, end), total: lines.length });
    }),
  );
});

test("a collector keeps short output whole, and of long output the head, the tail and the number between", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c") })), (parts) => {
      const collector = createOutputCollector(10, 10);
      for (const part of parts) collector.add(part);
      const whole = parts.join("");
      const [head, left, tail] = collector.text().split(/\n\[… (\d+) characters of output left out …\]\n/);
      if (whole.length <= 20) expect(collector.text()).toBe(whole);
      else expect([head, Number(left), tail]).toEqual([whole.slice(0, 10), whole.length - 20, whole.slice(-10)]);
    }),
  );
});

describe("an encoding is told from the first bytes", () => {
  test.each([
    ["a character that the end cuts", Buffer.from("ab会").subarray(0, 4), false, "utf-8"],
    ["the same where nothing follows", Buffer.from("ab会").subarray(0, 4), true, "windows-1252"],
    ["control characters all over", Buffer.from([1, 2, 3, 0xff, 0xfe, 4]), true, null],
    ["a zero byte", Buffer.from("text\0"), true, null],
    [
      "one broken byte in a text of many characters",
      Buffer.concat([Buffer.from("äöü".repeat(9)), Buffer.from([0xff])]),
      true,
      "utf-8",
    ],
  ] as const)("%s", async (_, bytes, isWhole, expected) => {
    expect(await detectEncoding(bytes, isWhole)).toBe(expected);
  });
});

test.each([
  ["\u001b[1;31mred\u001b[0m", "red"],
  ["\u001b]8;;http://x\u0007link\u001b]8;;\u0007", "link"],
  ["10%\r50%\r100%\ndone", "100%\ndone"],
  ["a\r\nb\r\r\nc", "a\nb\nc"],
  ["bell\u0007 back\u0008", "bell back"],
  ["tab\tstays", "tab\tstays"],
])("terminal text %j is plainly %j", (text, expected) => {
  expect(plainTerminalText(text)).toBe(expected);
});

describe("progress", () => {
  function fakeClock() {
    let time = 0;
    let timers: { at: number; callback: () => void }[] = [];
    return {
      now: () => time,
      monotonic: () => time,
      setTimer(ms: number, callback: () => void) {
        const timer = { at: time + ms, callback };
        timers.push(timer);
        return {
          [Symbol.dispose]() {
            timers = timers.filter((other) => other !== timer);
          },
        };
      },
      advance(ms: number) {
        time += ms;
        const due = timers.filter(({ at }) => at <= time);
        timers = timers.filter(({ at }) => at > time);
        for (const { callback } of due) callback();
      },
      waiting: () => timers.length,
    };
  }

  test("comes at once and then at most every 100 ms, with nothing lost and no timer left", () => {
    const clock = fakeClock();
    const shown: string[] = [];
    const progress = createProgress({ clock, progress: (text) => shown.push(text) });
    progress.add("a");
    progress.add("b");
    clock.advance(99);
    progress.add("c");
    expect(shown).toEqual(["a"]);
    clock.advance(1);
    expect(shown).toEqual(["a", "bc"]);
    progress.add("d");
    progress.finish();
    expect(shown).toEqual(["a", "bc", "d"]);
    expect(clock.waiting()).toBe(0);
  });

  test("passes on only the end of a flood", () => {
    const shown: string[] = [];
    const progress = createProgress({ clock: fakeClock(), progress: (text) => shown.push(text) });
    progress.add("x".repeat(100_000));
    expect(shown.join("").length).toBe(4000);
  });
});

describe("a diff", () => {
  test("of two long texts with nothing in common is told, not computed", async () => {
    const text = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word} ${index}`).join("\n");
    expect(await unifiedDiff("a.txt", text("old"), text("new"))).toBe(
      "--- a.txt\n+++ a.txt\n@@ too many changes to show @@",
    );
  });

  test.each([
    ["same", "same", ""],
    ["", "a\nb\n", "--- f\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b"],
    ["a\n", "", "--- f\n+++ f\n@@ -1,1 +0,0 @@\n-a"],
    ["a\r\nb\r\n", "a\r\nc\r\n", "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n+c"],
  ])("from %j to %j", async (before, after, expected) => {
    expect(await unifiedDiff("f", before, after)).toBe(expected);
  });
});

describe("what a person is asked to allow", () => {
  test("is the whole of a long change, with its long lines", async () => {
    const linesOf = (word: string) => Array.from({ length: 3000 }, (_, index) => `${index} ${word.repeat(600)}`);
    const [before, after] = [linesOf("x"), linesOf("y")];
    const shown = (await wholeDiff(before.join("\n"), after.join("\n"))).split("\n");
    expect(shown.slice(1)).toEqual([...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)]);
  });

  test.each([
    ["ends that are alike", "a\r\nb\r\n", "a\r\nc\r\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c"],
    ["ends that change", "a\r\n", "a\n", "@@ -1,1 +1,1 @@\n-a\r\n+a"],
    ["a carriage return within", "", "rm x #\r  ls\r\n", "@@ -0,0 +1,1 @@\n+rm x #\r  ls\r"],
  ])("has %s", async (_, before, after, expected) => {
    expect(await wholeDiff(before, after)).toBe(expected);
  });
});
