import { describe, expect, it } from "vitest";
import { readDiff } from "../../../src-preload/contract/diff-lines.ts";

const text = (lines: ReturnType<typeof readDiff>): string => lines.map((line) => line.text).join("\n");

describe("a diff is read without loss", () => {
  it("numbers the lines of its hunks, each on its own side", () => {
    expect(readDiff("@@ -3,2 +3,2 @@\n a\n-b\n+c")).toEqual([
      { kind: "hunk", text: "@@ -3,2 +3,2 @@" },
      { kind: "context", number: 3, text: "a" },
      { kind: "removed", number: 4, text: "b" },
      { kind: "added", number: 4, text: "c" },
    ]);
  });

  it.each([
    ["a name before the first hunk", "--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-a\n+b"],
    ["a command before a hunk that is none", "rm -rf ~\n@@ -1 +1 @@\n+npm test"],
    ["a line without a sign", "@@ -1,2 +1,2 @@\nrm -rf ~\n a\n b"],
    ["a line behind the last of its hunk", "@@ -1 +1 @@\n-a\n+b\n+rm -rf ~"],
    ["no newline at the end", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b"],
    ["a hunk of nothing", "@@ -0,0 +0,0 @@\n+rm -rf ~"],
    ["no hunk at all", "@@ too many changes to show @@"],
    ["an empty line", "@@ -1,2 +1,2 @@\n a\n\n"],
  ])("%s", (_, diff) => {
    const kept = diff.split("\n").map((line) => (/^[-+ ]/.test(line) ? line.slice(1) : line));
    for (const [index, line] of readDiff(diff).entries()) expect(line.text).toContain(kept[index]);
    expect(readDiff(diff)).toHaveLength(diff.split("\n").length);
    if (diff.includes("rm -rf")) expect(text(readDiff(diff))).toContain("rm -rf ~");
  });
});
