import { chmod, link, lstat, mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
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
  return list.value.runs[0]?.files ?? [];
}

async function revert(runs: readonly string[], paths: readonly string[] | "all" = "all") {
  const end = await bench.store.revert(
    undoChat,
    runs.map((run) => bench.run(run)),
    paths,
  );
  if (!end.ok) throw new Error(end.error.message);
  return end.value;
}

describe("taking back what the file tools did", () => {
  it("brings back one file of three and leaves the others, and takes that back too", async () => {
    await writeFile(bench.at("a.txt"), "old a\n");
    for (const name of ["a.txt", "b.txt", "deep/er/c.txt"]) {
      await bench.call("r1", "write_file", { path: name, content: `new ${name}\n` });
    }
    expect((await listed("r1")).map(({ name, status, standing }) => [name, status, standing])).toEqual([
      ["a.txt", "modified", "applied"],
      ["b.txt", "added", "applied"],
      ["deep/er/c.txt", "added", "applied"],
    ]);
    const end = await revert(["r1"], [bench.at("a.txt")]);
    expect(end).toMatchObject({ reverted: ["a.txt"], left: [] });
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("old a\n");
    expect(await readFile(bench.at("b.txt"), "utf8")).toBe("new b.txt\n");
    const [row] = await listed("r1");
    expect(row).toMatchObject({ name: "a.txt", standing: "reverted", revertedBy: end.reverts[0] });
    expect(await revert(end.reverts, [bench.at("a.txt")])).toMatchObject({ reverted: ["a.txt"] });
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("new a.txt\n");
    expect((await listed("r1"))[0]).toMatchObject({ name: "a.txt", standing: "applied" });
  });

  it("takes away the folders that the run made, and none that somebody put something into", async () => {
    for (const name of ["one/a.txt", "two/b.txt"]) await bench.call("r1", "write_file", { path: name, content: "x" });
    await writeFile(bench.at("two/mine.txt"), "mine");
    expect((await revert(["r1"])).left).toEqual([]);
    expect([...(await bench.tree()).keys()]).toEqual(["two", "two/mine.txt"]);
  });

  it("takes the folders along that were made for a file, and leaves a file that is kept with its run", async () => {
    for (const path of ["deep/er/a.txt", "b.txt"]) await bench.call("r1", "write_file", { path, content: "x" });
    await revert(["r1"], [bench.at("deep/er/a.txt")]);
    expect([...(await bench.tree()).keys()]).toEqual(["b.txt"]);
    await bench.store.keep(undoChat, { runId: bench.run("r1"), paths: [bench.at("b.txt")], kept: true });
    await bench.store.revert(undoChat, [bench.run("r1")], "not-kept");
    expect([...(await bench.tree()).keys()]).toEqual(["b.txt"]);
  });

  it("leaves what somebody changed since, says so, and shows what is otherwise", async () => {
    await writeFile(bench.at("a.txt"), "one\n");
    await bench.call("r1", "edit_file", { path: "a.txt", oldText: "one", newText: "two" });
    await writeFile(bench.at("a.txt"), "two\nmine\n");
    expect((await listed("r1"))[0]?.standing).toBe("changed");
    expect(await revert(["r1"])).toEqual({
      reverts: [],
      reverted: [],
      left: [{ name: "a.txt", why: "changed", lines: [] }],
    });
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("two\nmine\n");
    const diff = await bench.store.diff(undoChat, { runId: bench.run("r1"), path: bench.at("a.txt"), against: "now" });
    expect(diff).toMatchObject({ ok: true, value: { kind: "text", standing: "changed" } });
    expect(diff.ok && diff.value.hunks[0]?.lines).toContain("+mine");
  });

  it("goes back to what a person left between two writes of a run, never behind it", async () => {
    await bench.call("r1", "write_file", { path: "a.txt", content: "agent\n" });
    await writeFile(bench.at("a.txt"), "agent\nperson\n");
    await bench.call("r1", "edit_file", { path: "a.txt", oldText: "agent", newText: "AGENT" });
    expect((await listed("r1"))[0]).toMatchObject({ isMixed: true });
    await revert(["r1"]);
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("agent\nperson\n");
  });

  it("takes back a later run first, and both of them together", async () => {
    await writeFile(bench.at("a.txt"), "0\n");
    await bench.call("r1", "write_file", { path: "a.txt", content: "1\n" });
    await bench.call("r2", "write_file", { path: "a.txt", content: "2\n" });
    expect((await listed("r1"))[0]?.standing).toBe("later");
    expect((await revert(["r1"])).left).toMatchObject([{ name: "a.txt", why: "later" }]);
    const both = await revert(["r2", "r1"]);
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("0\n");
    await revert(both.reverts);
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("2\n");
  });

  it.each([
    ["CR LF and a byte order mark", Buffer.from("\ufeffone\r\ntwo\r\n")],
    ["Latin-1", Buffer.from("caf\xe9 one\nna\xefve\n", "latin1")],
    ["no end of the last line", Buffer.from("one")],
    ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("one\ntwo\n", "utf16le")])],
  ])("restores %s to the byte", async (_what, bytes) => {
    await writeFile(bench.at("a.txt"), bytes);
    expect(await bench.call("r1", "edit_file", { path: "a.txt", oldText: "one", newText: "ONE" })).toMatchObject({
      kind: "done",
    });
    await revert(["r1"]);
    expect((await readFile(bench.at("a.txt"))).equals(bytes)).toBe(true);
  });

  it("restores the mode, an empty file, and one that is large", async () => {
    await writeFile(bench.at("run.sh"), "echo one\n");
    await chmod(bench.at("run.sh"), 0o754);
    await writeFile(bench.at("empty.txt"), "");
    const large = Buffer.alloc(12_000_000, "line\n");
    await writeFile(bench.at("large.txt"), large);
    for (const path of ["run.sh", "empty.txt", "large.txt"])
      await bench.call("r1", "write_file", { path, content: "x" });
    await chmod(bench.at("run.sh"), 0o754);
    expect((await revert(["r1"])).left).toEqual([]);
    expect((await stat(bench.at("run.sh"))).mode & 0o777).toBe(0o754);
    expect((await readFile(bench.at("empty.txt"))).length).toBe(0);
    expect((await readFile(bench.at("large.txt"))).equals(large)).toBe(true);
  });

  it("leaves a link that somebody put in the way, and what it leads to", async () => {
    await writeFile(bench.at("mine.txt"), "mine");
    await bench.call("r1", "write_file", { path: "sub/a.txt", content: "agent" });
    await rm(bench.at("sub"), { recursive: true });
    await mkdir(bench.at("elsewhere"));
    await writeFile(bench.at("elsewhere/a.txt"), "agent");
    await symlink("elsewhere", bench.at("sub"));
    await revert(["r1"]);
    expect(await readFile(bench.at("elsewhere/a.txt"), "utf8")).toBe("agent");
    expect((await lstat(bench.at("sub"))).isSymbolicLink()).toBe(true);
  });

  it("keeps other names of a file as they are", async () => {
    await writeFile(bench.at("a.txt"), "old");
    await link(bench.at("a.txt"), bench.at("other.txt"));
    await bench.call("r1", "write_file", { path: "a.txt", content: "new" });
    await revert(["r1"]);
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("old");
    expect(await readFile(bench.at("other.txt"), "utf8")).toBe("old");
  });
});

describe("taking back what somebody else wrote beside", () => {
  const plain = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join("");
  const place = () => bench.at("a.txt");
  const present = () => readFile(place(), "utf8");

  beforeEach(async () => {
    await writeFile(place(), plain);
    await bench.call("r1", "edit_file", { path: "a.txt", oldText: "line 3\n", newText: "LINE 3\n" });
    await bench.call("r1", "edit_file", { path: "a.txt", oldText: "line 15\n", newText: "LINE 15\n" });
  });

  it("takes back the places that are apart, keeps theirs, and is done with it then", async () => {
    const theirs = (text: string) => text.replace("line 9\n", "line 9\nmine\n");
    const withTheirs = theirs(await present());
    await writeFile(place(), withTheirs);
    expect((await listed("r1"))[0]).toMatchObject({ standing: "changed", apart: 2 });
    const end = await revert(["r1"]);
    expect(end).toMatchObject({ reverted: ["a.txt"], left: [] });
    expect(await present()).toBe(theirs(plain));
    expect((await listed("r1"))[0]).toMatchObject({ standing: "reverted" });
    // Nothing of it is left to take back, and theirs least of all.
    expect(await revert(["r1"])).toMatchObject({ reverted: [], left: [] });
    expect(await present()).toBe(theirs(plain));
    await revert(end.reverts);
    expect(await present()).toBe(withTheirs);
    expect((await listed("r1"))[0]).toMatchObject({ standing: "changed", apart: 2 });
    await bench.reopen();
    await revert(["r1"]);
    expect(await present()).toBe(theirs(plain));
  });

  it("leaves the places that they changed too, tells their lines, and takes them back once theirs is gone", async () => {
    const withTheirs = (await present()).replace("LINE 15\n", "LINE 15 and mine\n");
    await writeFile(place(), withTheirs);
    expect((await listed("r1"))[0]).toMatchObject({ standing: "changed", apart: 1 });
    expect(await revert(["r1"])).toMatchObject({
      reverted: ["a.txt"],
      left: [{ name: "a.txt", why: "touched", lines: [16] }],
    });
    expect(await present()).toBe(plain.replace("line 15\n", "LINE 15 and mine\n"));
    expect((await listed("r1"))[0]).toMatchObject({ standing: "changed", apart: 0 });
    expect(await revert(["r1"])).toMatchObject({ reverted: [], left: [{ why: "changed" }] });
    await writeFile(place(), plain.replace("line 15\n", "LINE 15\n"));
    expect((await listed("r1"))[0]?.standing).toBe("partly");
    await revert(["r1"]);
    expect(await present()).toBe(plain);
  });

  it("takes a later run back first", async () => {
    await bench.call("r2", "edit_file", { path: "a.txt", oldText: "line 8\n", newText: "LINE 8\n" });
    await writeFile(place(), `${await present()}mine\n`);
    expect(await revert(["r1"])).toMatchObject({ reverted: [], left: [{ why: "later" }] });
    await revert(["r2", "r1"]);
    expect(await present()).toBe(`${plain}mine\n`);
  });

  it("keeps what stands for it when old copies are tidied away", async () => {
    await writeFile(place(), (await present()).replace("LINE 15\n", "LINE 15 and mine\n"));
    await revert(["r1"]);
    await bench.store.space.tidy({ maxMegabytes: 500, days: 30 });
    await writeFile(place(), plain.replace("line 15\n", "LINE 15\n"));
    expect(await revert(["r1"])).toMatchObject({ reverted: ["a.txt"], left: [] });
    expect(await present()).toBe(plain);
  });
});

describe("taking back places of a file", () => {
  const before = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\r\n");

  it("takes back the second of two places, and then the first, to the byte", async () => {
    await writeFile(bench.at("a.txt"), before);
    await bench.call("r1", "edit_file", { path: "a.txt", oldText: "line 3\r\n", newText: "LINE 3\r\nmore\r\n" });
    await bench.call("r1", "edit_file", { path: "a.txt", oldText: "line 39", newText: "LINE 39" });
    const place = { runId: bench.run("r1"), path: bench.at("a.txt") };
    const diff = await bench.store.diff(undoChat, { ...place, against: "left" });
    expect(diff.ok && diff.value.hunks.length).toBe(2);
    await bench.store.revertHunks(undoChat, { ...place, hunks: [1] });
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe(before.replace("line 3\r\n", "LINE 3\r\nmore\r\n"));
    expect((await listed("r1"))[0]).toMatchObject({ standing: "partly", added: 2, removed: 1 });
    const rest = await bench.store.revertHunks(undoChat, { ...place, hunks: [0] });
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe(before);
    expect((await listed("r1"))[0]?.standing).toBe("reverted");
    await revert(rest.ok ? rest.value.reverts : []);
    expect(await readFile(bench.at("a.txt"), "utf8")).toContain("LINE 3");
  });

  it("refuses where somebody changed the file since", async () => {
    await bench.call("r1", "write_file", { path: "a.txt", content: "agent\n" });
    await writeFile(bench.at("a.txt"), "person\n");
    const asked = { runId: bench.run("r1"), path: bench.at("a.txt"), hunks: [0] };
    expect(await bench.store.revertHunks(undoChat, asked)).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(await readFile(bench.at("a.txt"), "utf8")).toBe("person\n");
  });
});
