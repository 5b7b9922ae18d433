import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { planEdit } from "../../../src-main/tools/text-edit.ts";
import { createToolBench } from "../../support/tool-context.ts";

const lf = ["\n", "\n", "\n", "\n"] as const;
const crlf = ["\r\n", "\r\n", "\r\n", "\r\n"] as const;
const mixed = ["\r\n", "\n", "\r\n", "\n"] as const;

describe.each([
  ["LF", lf],
  ["CR LF", crlf],
  ["both", mixed],
])("in a file whose lines end with %s", (_, ends) => {
  const made = (lines: readonly string[], own: readonly string[] = ends): string =>
    lines.map((line, at) => line + own[at]).join("");
  const text = made(["one x", "two", "three x", ""]);

  test("a search means the line without its end", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), text);
    const search = async (pattern: string, context = 0) =>
      (await bench.content("grep", { pattern, context, path: "a.txt" })).split("\n").slice(1);
    expect(await search("x$")).toEqual(["1: one x", "3: three x"]);
    expect(await search("^two$", 1)).toEqual(["1- one x", "2: two", "3- three x"]);
    expect(await search("^$")).toEqual(["4: "]);
    expect(await search("^...$")).toEqual(["2: two"]);
    for (const pattern of ["x.$", "x\\s$", "x[^y]$"]) expect(await search(pattern)).toEqual([]);
    expect(await search("x\\r$")).toHaveLength(ends[0] === "\r\n" ? 2 : 0);
  });

  test("the lines are read without their ends", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), text);
    expect(await bench.content("read_file", { path: "a.txt" })).toBe("1\tone x\n2\ttwo\n3\tthree x\n4\t");
  });

  test.each([
    ["two", "2", ["one x", "2", "three x", ""]],
    ["one x\ntwo\n", "1\n2\n", ["1", "2", "three x", ""]],
    ["one x\ntwo\nthree x", "one x\n2\nthree x", ["one x", "2", "three x", ""]],
    ["one x\r\ntwo", "one x\r\n2", ["one x", "2", "three x", ""]],
    ["x\ntwo", "y\ntwo", ["one y", "two", "three x", ""]],
  ])("an edit of %j changes nothing else", async (oldText, newText, lines) => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), text);
    expect(await bench.content("edit_file", { path: "a.txt", oldText, newText })).toMatch(/^Edited.*\+(\d) -\1 lines/);
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe(made(lines));
  });

  test("an edit takes and leaves no half of a line's end", async () => {
    const removed = [ends[0], ends[2], ends[3]].flatMap((end) => end ?? []);
    for (const [oldText, own] of [
      ["\ntwo", [ends[1], ends[2], ends[3]]],
      ["two\n", removed],
    ] as const) {
      const plan = await planEdit(text, { oldText, newText: "", replaceAll: false });
      expect(plan).toMatchObject({ text: made(["one x", "three x", ""], own.map(String)) });
    }
  });

  test("all places are replaced, whichever way their lines end", async () => {
    const twice = text + made(["one x", "two", "three x", ""], [...ends].reverse());
    for (const oldText of ["x\ntwo", "x\r\ntwo"]) {
      const plan = await planEdit(twice, { oldText, newText: oldText.replace("x", "y"), replaceAll: true });
      expect(plan).toMatchObject({ text: twice.replaceAll(/x(?=\r?\ntwo)/g, "y"), lines: [1, 5] });
    }
  });

  test("a new text is written with the ends that most lines had", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("a.txt"), text);
    await bench.call("write_file", { path: "a.txt", content: "1\n2\n3\n4\n" });
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe(made(["1", "2", "3", "4"], ends === crlf ? crlf : lf));
  });
});
