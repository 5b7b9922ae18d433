import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { resultPage } from "../../../src-main/files/result-page.ts";
import { pathGuard } from "../../../src-main/policy/open-in-roots.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";

async function pageOf(text: string, from: number, lines: number) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "perch-results-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "r.txt"), text);
  const place = {
    workFolder: folder,
    userHome: folder,
    platform: process.platform,
    files: nodeFileSystem,
    roots: { restricted: true, list: [{ path: folder, kind: "results", access: "read" }] as const },
  };
  const page = await resultPage({ path: "r.txt", from, lines }, place, pathGuard);
  if (!page.ok) throw new Error(page.error.message);
  return page.value;
}

test.each([
  ["", 0, { lines: [], total: 0 }],
  ["one", 0, { lines: ["one"], total: 1 }],
  ["one\r\ntwo\n", 0, { lines: ["one", "two"], total: 2 }],
  ["\n\nx\n", 0, { lines: ["", "", "x"], total: 3 }],
  ["a\nb\nc\nd\ne\n", 1, { lines: ["b", "c", "d"], total: 5 }],
  [`a\n${"会".repeat(40_000)}\nb\n`, 0, { lines: ["a", "会".repeat(20_000), "b"], total: 3 }],
])("lines of %j from %i", async (text, from, expected) => {
  expect(await pageOf(text, from, 3)).toEqual({ ...expected, from });
});
