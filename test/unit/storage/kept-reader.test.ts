import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, type Mock, test, vi } from "vitest";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { createKeptReader } from "../../../src-main/storage/kept-reader.ts";

let folder: string;
let path: string;
let readFile: Mock<(path: string, encoding: "utf8") => Promise<string>>;
let now: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "perch-kept-"));
  path = join(folder, "MEMORY.md");
  now = Date.now() + 60_000;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function reader() {
  readFile = vi.fn((path, encoding) => nodeFileSystem.readFile(path, encoding));
  return createKeptReader({ stat: nodeFileSystem.stat, readFile }, { now: () => now });
}

test("a file that has not changed is read once", async () => {
  await writeFile(path, "one");
  const read = reader();
  expect([await read(path), await read(path), await read(path)]).toEqual(["one", "one", "one"]);
  expect(readFile).toHaveBeenCalledTimes(1);
});

test("a change is seen, also one of the same length and the same time of writing", async () => {
  await writeFile(path, "one");
  const read = reader();
  await read(path);
  const then = new Date(now - 120_000);
  await utimes(path, then, then);
  expect(await read(path)).toBe("one");
  await writeFile(path, "two");
  await utimes(path, then, then);
  expect(await read(path)).toBe("two");
});

test("a file that was written just now is not kept: it may change again without another time", async () => {
  await writeFile(path, "one");
  now = Date.now();
  const read = reader();
  await read(path);
  await read(path);
  expect(readFile).toHaveBeenCalledTimes(2);
});

test("what is missing is told each time, and read once it is there", async () => {
  const read = reader();
  await expect(read(path)).rejects.toThrow("ENOENT");
  await writeFile(path, "one");
  expect(await read(path)).toBe("one");
});
