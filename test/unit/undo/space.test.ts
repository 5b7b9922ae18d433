import { writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { createUndoBench, type UndoBench, undoChat } from "../../support/undo-bench.ts";

const megabyte = 1_000_000;

async function writeRuns(bench: UndoBench): Promise<void> {
  for (const run of ["r1", "r2", "r3"]) {
    await writeFile(bench.at(`${run}.bin`), Buffer.alloc(megabyte, run));
    await bench.call(run, "write_file", { path: `${run}.bin`, content: run });
  }
}

async function kept(bench: UndoBench): Promise<readonly string[]> {
  const list = await bench.store.list(undoChat, { limit: 20 });
  return list.ok ? list.value.runs.map(({ runId }) => runId) : [list.error.message];
}

it("the oldest runs leave where there is no room for all, with what only they need", async () => {
  await using bench = await createUndoBench();
  await writeRuns(bench);
  await bench.store.space.tidy({ maxMegabytes: 100, days: 30 });
  expect(await kept(bench)).toEqual(["r3", "r2", "r1"]);
  await bench.store.space.tidy({ maxMegabytes: 2, days: 30 });
  expect(await kept(bench)).toEqual(["r3", "r2"]);
  const space = await bench.store.space.describe();
  expect(space).toMatchObject({ runs: 2 });
  expect(space.used).toBeLessThan(2.1 * megabyte);
  const end = await bench.store.revert(undoChat, [bench.run("r2")], "all");
  expect(end).toMatchObject({ ok: true, value: { reverted: ["r2.bin"] } });
});

it("runs leave when they are too old, and a command begins anew without what it knew", async () => {
  await using bench = await createUndoBench();
  await writeRuns(bench);
  await bench.call("r4", "exec", { command: "echo x > made.txt" });
  await bench.store.space.tidy({ maxMegabytes: 100, days: -1 });
  expect(await kept(bench)).toEqual([]);
  await bench.store.space.tidy({ maxMegabytes: 0, days: 30 });
  expect((await bench.store.space.describe()).used).toBe(0);
  await bench.call("r5", "exec", { command: "echo y > made.txt" });
  await bench.store.revert(undoChat, [bench.run("r5")], "all");
  expect((await bench.tree()).get("made.txt")).toContain(Buffer.from("x\n").toString("base64"));
});

it("nothing leaves while something is being kept", async () => {
  await using bench = await createUndoBench();
  const running = bench.call("r1", "exec", {
    command: "touch waits; while [ ! -e go ]; do sleep 0.02; done; rm go waits",
  });
  while (!(await bench.tree()).has("waits")) await new Promise((resolve) => setTimeout(resolve, 10));
  await writeRuns(bench);
  await bench.store.space.tidy({ maxMegabytes: 0, days: 30 });
  expect(await kept(bench)).toContain("r1");
  await writeFile(bench.at("go"), "");
  await running;
});
