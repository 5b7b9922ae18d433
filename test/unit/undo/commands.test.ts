import { mkdir, readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createUndoBench, type UndoBench, undoChat } from "../../support/undo-bench.ts";

let bench: UndoBench;
beforeEach(async () => {
  bench = await createUndoBench();
});
afterEach(() => bench[Symbol.asyncDispose]());

async function listed(run: string) {
  const list = await bench.store.list(undoChat, { runId: bench.run(run), limit: 20 });
  if (!list.ok) throw new Error(list.error.message);
  return list.value.runs[0];
}

describe("taking back what a command did", () => {
  it("brings back what it changed, took away, made, moved and linked", async () => {
    await mkdir(bench.at("sub"));
    for (const [name, words] of [
      ["kept.txt", "kept"],
      ["changed.txt", "changed"],
      ["gone.txt", "gone"],
      ["sub/moved.txt", "moved"],
    ] as const) {
      await writeFile(bench.at(name), words);
    }
    const before = await bench.tree();
    const command =
      "echo more >> changed.txt; rm gone.txt; mkdir -p made/deep; echo new > made/deep/new.txt; mv sub/moved.txt made/; ln -s kept.txt link; chmod 600 kept.txt";
    await bench.call("r1", "exec", { command });
    const run = await listed("r1");
    expect(run?.files.map(({ name, status }) => [name, status])).toEqual([
      ["changed.txt", "modified"],
      ["gone.txt", "deleted"],
      ["kept.txt", "modified"],
      ["link", "added"],
      ["made/deep/new.txt", "added"],
      ["made/moved.txt", "renamed"],
    ]);
    const after = await bench.tree();
    const end = await bench.store.revert(undoChat, [bench.run("r1")], "all");
    expect(await bench.tree()).toEqual(before);
    if (end.ok) await bench.store.revert(undoChat, end.value.reverts, "all");
    expect(await bench.tree()).toEqual(after);
  });

  it("reads again only what changed since the last command", async () => {
    await writeFile(bench.at("a.txt"), "a");
    await bench.call("r1", "exec", { command: "true" });
    await bench.call("r1", "exec", { command: "echo b > a.txt" });
    await bench.call("r1", "exec", { command: "echo c > a.txt" });
    await bench.store.revert(undoChat, [bench.run("r1")], "all");
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("a");
  });

  it.runIf(process.platform === "linux")("lists what a person saved while it waited, and leaves that", async () => {
    await writeFile(bench.at("mine.txt"), "before");
    // The command says when it has begun to wait, and goes on once the person has saved.
    const running = bench.call("r1", "exec", {
      command: "echo own > own.txt; touch waits; while [ ! -e saved ]; do sleep 0.3; done; rm saved waits",
    });
    const { existsSync } = await import("node:fs");
    while (!existsSync(bench.at("waits"))) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await writeFile(bench.at("mine.txt"), "saved by a person");
    await new Promise((resolve) => setTimeout(resolve, 120));
    await writeFile(bench.at("saved"), "");
    await running;
    const run = await listed("r1");
    expect(run?.foreign).toEqual(["mine.txt"]);
    expect(run?.files.map(({ name }) => name)).toEqual(["own.txt"]);
    await bench.store.revert(undoChat, [bench.run("r1")], "all");
    expect([...(await bench.tree()).keys()]).toEqual(["mine.txt"]);
    expect(await readFile(bench.at("mine.txt"), "utf8")).toBe("saved by a person");
  });

  it("counts what another run wrote meanwhile as that one's", async () => {
    const running = bench.call("r1", "exec", {
      command: "touch waits; while [ ! -e other.txt ]; do sleep 0.05; done; rm waits; echo own > own.txt",
    });
    const { existsSync } = await import("node:fs");
    while (!existsSync(bench.at("waits"))) await new Promise((resolve) => setTimeout(resolve, 10));
    await bench.call("r2", "write_file", { path: "other.txt", content: "other" });
    await running;
    expect((await listed("r1"))?.files.map(({ name }) => name)).toEqual(["own.txt"]);
    await bench.store.revert(undoChat, [bench.run("r1")], "all");
    expect([...(await bench.tree()).keys()]).toEqual(["other.txt"]);
  });
});
