import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readGitMarks } from "../../../src-main/files/git-marks.ts";
import { createGitStates } from "../../../src-main/files/git-states.ts";
import { gitStatus } from "../../../src-main/tools/git-status.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { gate } from "../../support/agent-bench.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { createSystemClock } from "../../support/system-clock.ts";

/* What git says of the files of a folder, and that nothing of the repository runs for it. */

let base: string;
let repository: string;
const run = promisify(execFile);
const at = (...names: readonly string[]): string => join(repository, ...names);

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "perch-git-")));
  repository = join(base, "repository");
  await mkdir(repository);
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function git(...args: readonly string[]): Promise<void> {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  await run("git", [...who, ...args], { cwd: repository, env: { PATH: process.env["PATH"], HOME: base } });
}

async function committed(files: Readonly<Record<string, string>>): Promise<void> {
  await git("init", "-q");
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(at(name), ".."), { recursive: true });
    await writeFile(at(name), content);
  }
  await git("add", "-A");
  await git("commit", "-qm", "first");
}

async function status(folder = repository, trusted = [repository], env: Readonly<Record<string, string>> = {}) {
  const childEnv = { PATH: process.env["PATH"] ?? "", HOME: base, ...env };
  const trusts = async (one: string): Promise<boolean> => trusted.includes(one);
  const { signal } = new AbortController();
  const told = await gitStatus(folder, {
    clock: createSystemClock(),
    platform: process.platform,
    childEnv,
    trusts,
    signal,
  });
  if (!told.ok) throw new Error(told.error);
  return told.value;
}

async function marks(folder?: string, trusted?: string[]) {
  const told = await status(folder, trusted);
  return told === null ? null : readGitMarks(told.records, told.prefix);
}

describe("the state of files", () => {
  it("is told by their names, whatever letters they have, and by the folders that they lie in", async () => {
    await committed({
      "a.txt": "a",
      "in/deep/b.txt": "b",
      "in/same.txt": "s",
      "old name.txt": "long enough\nto be\nfound",
      ".gitignore": "out/\n*.log",
    });
    await writeFile(at("a.txt"), "changed");
    await writeFile(at("in/deep/b.txt"), "changed");
    await git("mv", "old name.txt", "nüw → name.txt");
    await writeFile(at("staged.txt"), "new");
    await git("add", "staged.txt");
    await mkdir(at("new/inner"), { recursive: true });
    for (const name of ["new/inner/x.txt", "x.log", "line\nbreak.txt"]) await writeFile(at(name), "");
    await mkdir(at("out"));
    await writeFile(at("out/y.txt"), "");
    const found = await marks();
    const of = (path: string) => found?.of(path) ?? null;
    expect(["a.txt", "in", "in/deep", "in/deep/b.txt", "nüw → name.txt", "staged.txt"].map((path) => of(path))).toEqual(
      ["modified", "modified", "modified", "modified", "modified", "added"],
    );
    expect(["new", "new/inner/x.txt", "line\nbreak.txt"].map(of)).toEqual(["untracked", "untracked", "untracked"]);
    expect(["out", "out/y.txt", "x.log"].map(of)).toEqual(["ignored", "ignored", "ignored"]);
    expect(["in/same.txt", "old name.txt", ".gitignore", "gone"].map(of)).toEqual([null, null, null, null]);
  });

  it("of a folder within a repository is told from that folder, where both are trusted", async () => {
    await committed({ "in/a.txt": "a", "b.txt": "b" });
    await writeFile(at("in/a.txt"), "changed");
    await writeFile(at("b.txt"), "changed");
    const found = await marks(at("in"), [repository, at("in")]);
    expect(found?.of("a.txt")).toBe("modified");
    expect(found?.of("b.txt")).toBeNull();
    expect(await marks(at("in"), [at("in")])).toBeNull();
  });

  it("is a conflict where a merge left one", async () => {
    await committed({ "a.txt": "a\n" });
    await git("checkout", "-qb", "other");
    await writeFile(at("a.txt"), "theirs\n");
    await git("commit", "-qam", "theirs");
    await git("checkout", "-q", "-");
    await writeFile(at("a.txt"), "mine\n");
    await git("commit", "-qam", "mine");
    await git("merge", "-q", "other").catch(() => undefined);
    expect((await marks())?.of("a.txt")).toBe("conflict");
  });

  it("is not told where there is no repository, no git, or the folder is not trusted", async () => {
    expect(await status()).toBeNull();
    await committed({ "a.txt": "a" });
    expect(await status(repository, [])).toBeNull();
    expect(await status(repository, [repository], { PATH: "/nowhere" })).toBeNull();
    expect(await status()).not.toBeNull();
  });
});

it("runs nothing that a repository names: no watcher, hook, filter, protocol or repository within it", async () => {
  await committed({ "a.txt": "a", "b.txt": "b" });
  const canary = join(base, "canary");
  const program = join(base, "program.sh");
  await writeFile(program, `#!/bin/sh\necho ran "$0" "$@" >> '${canary}'\nexit 1\n`);
  await chmod(program, 0o755);
  await mkdir(at(".git/hooks"), { recursive: true });
  for (const hook of ["post-index-change", "fsmonitor-watchman", "post-checkout"]) {
    await writeFile(at(".git/hooks", hook), `#!/bin/sh\n${program}\n`);
    await chmod(at(".git/hooks", hook), 0o755);
  }
  const settings = {
    "core.fsmonitor": program,
    "core.sshCommand": program,
    "core.pager": program,
    "filter.bad.clean": program,
    "filter.bad.process": program,
    "filter.bad.required": "true",
    "filter.od=d name.x.clean": program,
    "diff.external": program,
    "protocol.ext.allow": "always",
    "remote.origin.url": `ext::${program}`,
    "remote.origin.promisor": "true",
    "extensions.partialClone": "origin",
  };
  for (const [name, setting] of Object.entries(settings)) await git("config", name, setting);
  await writeFile(at(".git/info/attributes"), "a.txt filter=bad\n");
  await writeFile(at(".gitattributes"), "b.txt filter=od=d\n");
  // Of the same size, so that git has to look into them.
  await writeFile(at("a.txt"), "A");
  await writeFile(at("b.txt"), "B");
  const before = await readdir(at(".git"));
  expect((await marks())?.of("a.txt")).toBe("modified");
  await expect(readdir(base)).resolves.not.toContain("canary");
  expect(await readdir(at(".git"))).toEqual(before);
  // The trap works: git as it is runs what the repository names.
  await run("git", ["status"], { cwd: repository, timeout: 20_000 }).catch(() => undefined);
  expect(await readdir(base)).toContain("canary");
});

it("is asked once for many changes, once more for what came while it was asked, and never without a change", async () => {
  const clock = createManualClock();
  const key = sessionKeySchema.parse("desktop:a");
  const asked: string[] = [];
  let first = gate();
  let records = ["? a.txt"];
  let told = 0;
  await using states = createGitStates({
    clock,
    log: () => undefined,
    gitStatus: async (folder) => {
      asked.push(folder);
      await first.opened;
      return ok({ records, prefix: "" });
    },
    changed() {
      told += 1;
    },
  });
  for (let change = 0; change < 50; change += 1) states.refresh("/w", key);
  expect([asked.length, states.known("/w")]).toEqual([0, null]);
  clock.advance(1000);
  expect(asked).toEqual(["/w"]);
  states.refresh("/w", key);
  clock.advance(1000);
  expect(asked).toHaveLength(1);
  first.open();
  await expect.poll(() => asked.length).toBe(2);
  await expect.poll(() => states.known("/w")?.of("a.txt")).toBe("untracked");
  expect(told).toBe(1);
  clock.advance(1_000_000);
  expect(asked).toHaveLength(2);
  records = [];
  first = gate();
  first.open();
  states.refresh("/w", key);
  clock.advance(1000);
  await expect.poll(() => told).toBe(2);
});
