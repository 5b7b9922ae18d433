import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FileLine, ReadOptions } from "../../../src-main/storage/read-tail.ts";
import { readLinesBackward, readLinesForward } from "../../../src-main/storage/read-tail.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "perch-tail-"));
});
afterAll(() => rm(folder, { recursive: true }));

type Reader = typeof readLinesBackward;

async function read(reader: Reader, bytes: string | Buffer, options: Partial<ReadOptions> = {}, most = 1e9) {
  const path = join(folder, "file");
  await writeFile(path, bytes);
  await using handle = await open(path, "r");
  const lines: FileLine[] = [];
  await reader(handle, { end: Buffer.byteLength(bytes), ...options }, (line) => lines.push(line) < most);
  return lines;
}

const texts = (lines: readonly FileLine[]) => lines.map((line) => line.text);

describe.each([
  ["backward", readLinesBackward],
  ["forward", readLinesForward],
])("reading %s", (direction, reader) => {
  const inOrder = (lines: readonly FileLine[]) => (direction === "backward" ? lines.toReversed() : lines);

  test("any text comes back line by line, whatever the size of the chunks", async () => {
    const line = fc.string({ unit: fc.constantFrom("a", "é", "会", "😀", "\r", " "), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), async (rows, chunkBytes) => {
        const lines = inOrder(await read(reader, rows.map((row) => `${row}\n`).join(""), { chunkBytes }));
        expect(texts(lines)).toEqual(rows);
        expect(lines.every((row) => row.ended)).toBe(true);
        const offsets = rows.map((_, at) =>
          Buffer.byteLength(
            rows
              .slice(0, at)
              .map((row) => `${row}\n`)
              .join(""),
          ),
        );
        expect(lines.map((row) => row.offset)).toEqual(offsets);
        expect(lines.map((row) => row.length)).toEqual(rows.map((row) => Buffer.byteLength(row)));
      }),
      { numRuns: 60 },
    );
  });

  test("a last line without a line feed is told apart", async () => {
    const lines = inOrder(await read(reader, "one\ntwo", { chunkBytes: 2 }));
    expect(lines.map(({ text, ended }) => [text, ended])).toEqual([
      ["one", true],
      ["two", false],
    ]);
  });

  test("an empty file has no lines", async () => {
    expect(await read(reader, "")).toEqual([]);
  });

  test("it stops when the visitor has enough", async () => {
    const [first] = await read(reader, "1\n2\n3\n", {}, 1);
    expect(first?.text).toBe(direction === "backward" ? "3" : "1");
    expect(await read(reader, "1\n2\n3\n", {}, 1)).toHaveLength(1);
  });

  test("a line of 30 MB comes whole", async () => {
    const long = "x".repeat(30 * 1024 * 1024);
    expect(texts(inOrder(await read(reader, `a\n${long}\nb\n`)))).toEqual(["a", long, "b"]);
  });

  test("a line above the cap is passed over, not held, and the others come", async () => {
    const lines = inOrder(await read(reader, `a\n${"x".repeat(5000)}\nb\n`, { chunkBytes: 64, maxLineBytes: 100 }));
    expect(lines.map(({ text, length }) => [text, length])).toEqual([
      ["a", 1],
      [null, 5000],
      ["b", 1],
    ]);
  });
});
