import { chmod, mkdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { killedAfter } from "../../support/killed-file-system.ts";
import { createUndoBench, type UndoBench, undoChat } from "../../support/undo-bench.ts";

/* A process ends at its changes to the disk, one after the other: each file is then in one of its two states, and what was begun is finished. */

/** Each second moment: half of the time, and every kind of change is met. */
const momentStep = 2;

type Tree = ReadonlyMap<string, string>;

async function layOut({ at }: UndoBench): Promise<void> {
  await mkdir(at("sub"));
  for (const name of ["a.txt", "sub/b.txt", "sub/c.txt"]) await writeFile(at(name), `old ${name}\n`);
  await chmod(at("a.txt"), 0o750);
}

async function run(bench: UndoBench): Promise<void> {
  await bench.call("r1", "write_file", { path: "a.txt", content: "new a\n" });
  await bench.call("r1", "write_file", { path: "made/deep/d.txt", content: "new d\n" });
  await bench.call("r1", "move_file", { from: "sub/b.txt", to: "b.txt" });
  await bench.call("r1", "delete_file", { path: "sub/c.txt" });
  await bench.call("r1", "edit_file", { path: "a.txt", oldText: "new", newText: "newer" });
}

/** What a path may hold once everything is over: no half of a file, and nothing that is neither the one nor the other. */
function faultsOf(tree: Tree, ...allowed: readonly Tree[]): readonly string[] {
  return [...tree].flatMap(([name, state]) => {
    const isLeft = name.includes(".perch-write-");
    return isLeft || state === "folder" || allowed.some((one) => one.get(name) === state) ? [] : [`${name}: ${state}`];
  });
}

async function revertAll(bench: UndoBench): Promise<readonly string[]> {
  const end = await bench.store.revert(undoChat, [bench.run("r1")], "all");
  // Killed before its first copy was kept, a run has written nothing.
  if (!end.ok) return end.error.code === "not-found" ? [] : [end.error.message];
  return end.value.left.map(({ name, why }) => `${name} ${why}`);
}

/** A play of one process that ends after so many changes, told by the next one. */
async function withKill(last: number, work: (bench: UndoBench) => Promise<unknown>, base: string): Promise<number> {
  const files = killedAfter(last);
  const bench = await createUndoBench({ files, base });
  await work(bench).catch(() => undefined);
  return files.changes();
}

describe("a process that ends at any moment", () => {
  it("of a run's writes leaves files that can be taken back, each in one of its states", async () => {
    await using whole = await createUndoBench();
    await layOut(whole);
    await run(whole);
    const done = await whole.tree();
    // The file that is written twice has a state in between.
    const between = new Map([["a.txt", `750 ${Buffer.from("new a\n").toString("base64")}`]]);
    for (let last = 0; ; last += momentStep) {
      await using bench = await createUndoBench();
      await layOut(bench);
      const before = await bench.tree();
      const changes = await withKill(last, run, bench.base);
      await bench.reopen();
      const killed = await bench.tree();
      expect(faultsOf(killed, before, done, between), `killed after ${last}`).toEqual([]);
      expect(await revertAll(bench), `killed after ${last}`).toEqual([]);
      const after = [...(await bench.tree())].filter(
        ([name, state]) => state !== "folder" && !name.includes(".perch-write-"),
      );
      const wanted = [...before].filter(([, state]) => state !== "folder");
      expect(after, `killed after ${last}`).toEqual(wanted);
      if (changes <= last) return;
    }
  });

  it("of a revert is finished by the next one, and leaves nothing else", async () => {
    for (let last = 0; ; last += momentStep) {
      await using bench = await createUndoBench();
      await layOut(bench);
      const before = await bench.tree();
      await run(bench);
      const done = await bench.tree();
      const changes = await withKill(
        last,
        (killed) => killed.store.revert(undoChat, [killed.run("r1")], "all"),
        bench.base,
      );
      const killed = await bench.tree();
      const whole = [...killed].filter(([name]) => !name.includes(".perch-undo-"));
      expect(faultsOf(new Map(whole), before, done), `killed after ${last}`).toEqual([]);
      await bench.reopen();
      const next = await bench.tree();
      const isBack = JSON.stringify([...next]) === JSON.stringify([...before]);
      const isAsItWas = JSON.stringify([...next]) === JSON.stringify([...done]);
      expect(isBack || isAsItWas, `killed after ${last}: ${JSON.stringify([...next.keys()])}`).toBe(true);
      if (changes <= last) return;
    }
  });
});
