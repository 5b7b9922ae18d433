import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolBench } from "../../support/tool-context.ts";
import { createUndoBench, type UndoBench, undoChat } from "../../support/undo-bench.ts";

let bench: UndoBench;
beforeEach(async () => {
  bench = await createUndoBench();
});
afterEach(() => bench[Symbol.asyncDispose]());

async function revert(): Promise<void> {
  const end = await bench.store.revert(undoChat, [bench.run("r1")], "all");
  if (!end.ok) throw new Error(end.error.message);
  expect(end.value.left).toEqual([]);
}

describe("move_file", () => {
  it("moves a file with its mode into a folder that it makes, and that is taken back", async () => {
    await writeFile(bench.at("run.sh"), "echo");
    await chmod(bench.at("run.sh"), 0o750);
    const before = await bench.tree();
    const moved = await bench.call("r1", "move_file", { from: "run.sh", to: "bin/deep/start.sh" });
    expect(moved).toMatchObject({ kind: "done", content: "Moved run.sh to bin/deep/start.sh." });
    expect((await stat(bench.at("bin/deep/start.sh"))).mode & 0o777).toBe(0o750);
    const list = await bench.store.list(undoChat, { limit: 1 });
    expect(list.ok && list.value.runs[0]?.files).toMatchObject([{ status: "renamed", movedFrom: "run.sh" }]);
    await revert();
    expect(await bench.tree()).toEqual(before);
  });

  it("moves a folder with all that is in it, and a link as a link", async () => {
    await mkdir(bench.at("a/empty"), { recursive: true });
    await writeFile(bench.at("a/one.txt"), "one");
    await symlink("/etc/hostname", bench.at("a/link"));
    const before = await bench.tree();
    expect(await bench.call("r1", "move_file", { from: "a", to: "b" })).toMatchObject({ kind: "done" });
    expect([...(await bench.tree()).keys()]).toEqual(["b", "b/empty", "b/link", "b/one.txt"]);
    await revert();
    expect(await bench.tree()).toEqual(before);
  });

  it.each([
    ["onto a file that is there", "a.txt", "b.txt", "exists already"],
    ["onto itself", "a.txt", "./a.txt", "already there"],
    ["a folder into itself", "sub", "sub/deeper", "into itself"],
    ["what is not there", "none.txt", "c.txt", "does not exist"],
    ["the work folder", ".", "../elsewhere", "no name"],
    ["out of the roots", "a.txt", "../a.txt", "outside"],
    ["from outside", "../undo/x", "x", "outside"],
  ])("refuses to move %s, and nothing is changed", async (_what, from, to, why) => {
    await mkdir(bench.at("sub"));
    for (const name of ["a.txt", "b.txt"]) await writeFile(bench.at(name), name);
    const before = await bench.tree();
    const result = await bench.call("r1", "move_file", { from, to });
    expect(result.kind === "failed" && result.message).toContain(why);
    expect(await bench.tree()).toEqual(before);
  });
});

describe("delete_file", () => {
  it("deletes a file, a small folder and a link, and brings all of it back", async () => {
    await mkdir(bench.at("sub/deep"), { recursive: true });
    for (const name of ["a.txt", "sub/b.txt", "sub/deep/c.txt"]) await writeFile(bench.at(name), name);
    await symlink("sub", bench.at("link"));
    const before = await bench.tree();
    for (const path of ["a.txt", "link", "sub"]) {
      expect(await bench.call("r1", "delete_file", { path })).toMatchObject({ kind: "done" });
    }
    expect((await bench.tree()).size).toBe(0);
    await revert();
    expect(await bench.tree()).toEqual(before);
  });

  it("takes a link away and not what it leads to", async () => {
    await writeFile(join(bench.base, "outside.txt"), "theirs");
    await symlink("../outside.txt", bench.at("link"));
    await bench.call("r1", "delete_file", { path: "link" });
    expect(await readFile(join(bench.base, "outside.txt"), "utf8")).toBe("theirs");
    await expect(lstat(bench.at("link"))).rejects.toThrow("ENOENT");
  });

  it("refuses what is too much, or too large to be kept", async () => {
    await mkdir(bench.at("many"));
    for (let number = 0; number < 210; number += 1) await writeFile(bench.at("many", String(number)), "");
    await writeFile(bench.at("large.bin"), Buffer.alloc(33 * 1024 * 1024));
    const count = async () => (await readdir(bench.work, { recursive: true })).length;
    const before = await count();
    for (const path of ["many", "large.bin", "."]) {
      expect(await bench.call("r1", "delete_file", { path })).toMatchObject({ kind: "failed" });
    }
    expect(await count()).toBe(before);
  });

  it("keeps to the roots, and is told to the policy as what it is", async () => {
    const tools = await createToolBench();
    await writeFile(join(tools.outside, "a.txt"), "theirs");
    await symlink(tools.outside, tools.at("away"));
    const result = await tools.call("delete_file", { path: "away/a.txt" });
    expect(result).toMatchObject({ kind: "failed", refused: "outside-roots" });
    await writeFile(tools.at(".env"), "KEY=1");
    expect(await tools.subject("delete_file", { path: ".env" })).toMatchObject({ access: "write", admitted: true });
    expect(await tools.subject("move_file", { from: ".env", to: "plain.txt" })).toMatchObject({
      secret: "environment",
    });
  });

  it("is told as acting where a folder is moved to what others run", async () => {
    const tools = await createToolBench();
    await mkdir(tools.at("mine"));
    await mkdir(tools.at(".git"));
    await writeFile(tools.at("mine/pre-commit"), "#!/bin/sh\n");
    const subject = await tools.subject("move_file", { from: "mine", to: ".git/hooks" });
    expect(subject.kind === "path" && subject.acts).not.toBeNull();
  });
});
