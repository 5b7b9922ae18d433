import { describe, expect, it } from "vitest";
import { killedAfter } from "../../support/killed-file-system.ts";
import { createUndoBench, type UndoBench, undoChat } from "../../support/undo-bench.ts";
import { between, faultsOf, layOutPlay, playRun, revertPlay } from "../../support/undo-play.ts";

/* A process ends at its changes to the disk, one after the other: each file is then in one of its two states, and what was begun is finished. */

/** Each second moment: half of the time, and every kind of change is met. */
const momentStep = 2;

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
    await layOutPlay(whole);
    await playRun(whole);
    const done = await whole.tree();
    for (let last = 0; ; last += momentStep) {
      await using bench = await createUndoBench();
      await layOutPlay(bench);
      const before = await bench.tree();
      const changes = await withKill(last, playRun, bench.base);
      await bench.reopen();
      const killed = await bench.tree();
      expect(faultsOf(killed, before, done, between), `killed after ${last}`).toEqual([]);
      expect(await revertPlay(bench), `killed after ${last}`).toEqual([]);
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
      await layOutPlay(bench);
      const before = await bench.tree();
      await playRun(bench);
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
