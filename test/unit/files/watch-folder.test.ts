import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { createFolderWatcher, quietMs } from "../../../src-main/files/watch-folder.ts";
import { createManualClock } from "../../support/manual-clock.ts";

async function folderWith(...names: readonly string[]): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "perch-watch-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of names) await mkdir(join(folder, name), { recursive: true });
  return folder;
}

it("tells changes in bundles, at most one in a while", async () => {
  const folder = await folderWith("a", "b");
  const clock = createManualClock();
  const told: (readonly string[])[] = [];
  await using watch = createFolderWatcher(
    clock,
    () => undefined,
  )({
    folder,
    depth: 3,
    ignores: (path) => path.startsWith("b"),
    onChange: (paths) => told.push(paths),
  });
  await watch.ready;
  await writeFile(join(folder, "b/unseen.txt"), "x");
  await writeFile(join(folder, "a/one.txt"), "x");
  await vi.waitUntil(() => clock.pending === 1);
  expect(told).toEqual([]);
  clock.advance(quietMs);
  expect(told.flat()).toContain("a/one.txt");
  expect(told.flat().filter((path) => path.startsWith("b"))).toEqual([]);
});

it("forgets its timer and tells nothing more once it is let go", async () => {
  const folder = await folderWith();
  const clock = createManualClock();
  const told: unknown[] = [];
  const watch = createFolderWatcher(
    clock,
    () => undefined,
  )({
    folder,
    depth: 0,
    ignores: () => false,
    onChange: (paths) => told.push(paths),
  });
  await watch.ready;
  await writeFile(join(folder, "one.txt"), "x");
  await vi.waitUntil(() => clock.pending === 1);
  await watch[Symbol.asyncDispose]();
  expect(clock.pending).toBe(0);
  clock.advance(quietMs * 2);
  expect(told).toEqual([]);
});

it("settles the wait for its readiness when it is let go before", async () => {
  const watch = createFolderWatcher(
    createManualClock(),
    () => undefined,
  )({
    folder: await folderWith(),
    depth: 0,
    ignores: () => false,
    onChange: () => undefined,
  });
  await watch[Symbol.asyncDispose]();
  await watch.ready;
  expect(process.getActiveResourcesInfo()).not.toContain("FSEventWrap");
});
