import { describe, expect, it } from "vitest";
import { layOutBody } from "../../../src-preload/contract/approval-lines.ts";
import { changedWords } from "../../../src-renderer/ui/changed-words.ts";

function piecesOf(lines: readonly string[], isWhole = true) {
  const removed = lines.filter((line) => line.startsWith("-")).length;
  const added = lines.filter((line) => line.startsWith("+")).length;
  const body = `@@ -1,${lines.length - added} +1,${lines.length - removed} @@\n${lines.join("\n")}`;
  const laidOut = layOutBody({ body, bodyKind: "diff" }, { first: 12, last: 6, isWhole });
  return { laidOut, words: changedWords(laidOut) };
}

const marked = (pieces: readonly { readonly text: string; readonly isChanged: boolean }[] | undefined) =>
  pieces?.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join("");

describe("the words of a change", () => {
  it("are told of lines that were changed in part, and no character of them is lost", () => {
    const { words } = piecesOf([
      " a",
      "-const price = 12;",
      "-let old = a;",
      "+const price = 14;",
      "+let young = a;",
      " b",
    ]);
    expect([...words.values()].map(marked)).toEqual([
      "const price = [12];",
      "const price = [14];",
      "let [old] = a;",
      "let [young] = a;",
    ]);
  });

  it("are not told of lines that have little in common, were only added, or are folded", () => {
    expect(piecesOf(["-first words here", "+entirely other things"]).words.size).toBe(0);
    expect(piecesOf(["+only new"]).words.size).toBe(0);
    expect(piecesOf([`-${"long ".repeat(200)}a`, `+${"long ".repeat(200)}b`], false).words.size).toBe(0);
  });

  it("are looked for in a bounded number of lines and edits", () => {
    const many = Array.from({ length: 2000 }, (_, index) => `value ${index} is old`);
    const { words } = piecesOf([...many.map((line) => `-${line}`), ...many.map((line) => `+${line} now`)]);
    expect(words.size).toBe(600);
    const far = (letter: string) => Array.from({ length: 240 }, (_, index) => `${letter}${index % 7}`).join(" ");
    expect(piecesOf([`-${far("a")}`, `+${far("b")}`]).words.size).toBe(0);
  });
});
