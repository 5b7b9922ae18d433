import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import type { BackupReason } from "../../../src-preload/contract/backups.ts";
import { type AgentBench, createAgentBench } from "../../support/agent-bench.ts";
import { createFailingFileSystem, type FailingFileSystem } from "../../support/failing-file-system.ts";
import { value } from "../../support/test-home.ts";
import { contentsOf } from "../../support/unzip.ts";

/* Copies of what Perch keeps, made while it is used. */

const canary = "canary-key-0123456789";
let bench: AgentBench;
let disk: FailingFileSystem;

beforeEach(async () => {
  disk = createFailingFileSystem(nodeFileSystem);
  bench = await createAgentBench((_body, at) => ({ text: `answer ${at}` }), {
    options: { files: disk.files },
    settings: { tools: { mcpServers: { notes: { command: "notes", env: { NOTES_TOKEN: canary, COLOUR: "blue" } } } } },
  });
});
afterEach(() => bench[Symbol.asyncDispose]());

const folder = () => join(bench.home.home, "backups");
const zips = async () => (await readdir(folder())).filter((name) => /\.zip/.test(name));
const make = (reason?: BackupReason & ("manual" | "update")) =>
  bench.client.request("backups.make", reason === undefined ? {} : { reason });
const list = async () => value(await bench.client.request("backups.list", {}));

describe("a backup", () => {
  it("holds the chats, the memory, the skills and the jobs, and counts them", async () => {
    await bench.ask("one");
    await bench.ask("two");
    await writeFile(join(bench.home.home, "workspace/memory/MEMORY.md"), "# Memory\n\n- likes tea\n- has a cat\n");
    await mkdir(join(bench.home.home, "workspace/skills/dance"), { recursive: true });
    await writeFile(join(bench.home.home, "workspace/skills/dance/SKILL.md"), "---\nname: dance\n---\n");
    const { backup } = value(await make());
    expect(backup).toMatchObject({ reason: "manual", version: "test" });
    expect(backup.counts).toEqual({ chats: 1, messages: 4, facts: 2, skills: 1, jobs: 0 });
    const inside = await contentsOf(join(folder(), `${backup.id}.zip`));
    expect(inside.get("workspace/memory/MEMORY.md")).toContain("likes tea");
    expect([...inside].find(([name]) => name.startsWith("workspace/sessions/"))?.[1]).toContain("answer 1");
    expect(inside.get("READ-ME.txt")).toContain("backup of Perch");
    expect(await list()).toMatchObject({ folder: folder(), backups: [backup], broken: [], work: null, problem: null });
  });

  it("has no keys, no private chats, nothing of this moment and no other backup", async () => {
    const { home } = bench.home;
    value(await make());
    for (const name of ["secrets.json", "browsers.json", "served.json", "perch.db", "owner.json"]) {
      await writeFile(join(home, name), canary);
    }
    for (const name of ["private", "undo", "logs", "imports", "desktop"]) {
      await mkdir(join(home, name), { recursive: true });
      await writeFile(join(home, name, "file"), canary);
    }
    await writeFile(join(home, "workspace/.notes.md.0.perch-tmp"), canary);
    const { backup } = value(await make());
    const inside = await contentsOf(join(folder(), `${backup.id}.zip`));
    const parts = new Set([...inside.keys()].map((name) => name.split("/")[0]));
    for (const name of ["private", "undo", "logs", "imports", "desktop", "backups", "secrets.json"]) {
      expect(parts, name).not.toContain(name);
    }
    expect([...inside.values()].join("\n")).not.toContain(canary);
    expect([...inside.values()].join("\n")).not.toContain("test-key");
    expect(inside.get("config.json")).toContain('"COLOUR":"blue"');
  });

  it("leaves settings out that cannot be read, since a key could be in them", async () => {
    await writeFile(join(bench.home.home, "config.json"), `{ "providers": { "custom": { "apiKey": "${canary}" `);
    const { backup } = value(await make());
    const inside = await contentsOf(join(folder(), `${backup.id}.zip`));
    expect(inside.has("config.json")).toBe(false);
    expect([...inside.values()].join("\n")).not.toContain(canary);
  });

  it("follows no link out of the home", async () => {
    await writeFile(join(bench.home.work, "outside.md"), "outside");
    await symlink(bench.home.work, join(bench.home.home, "workspace/linked"));
    const { backup } = value(await make());
    const inside = await contentsOf(join(folder(), `${backup.id}.zip`));
    expect([...inside.values()].join("\n")).not.toContain("outside\n");
    expect(inside.get("perch-backup.json")).toContain("workspace/linked");
    expect(inside.has("workspace/linked/outside.md")).toBe(false);
  });

  it("is whole while chats are written", async () => {
    await bench.ask("before");
    const made = make();
    const runs = [bench.ask("meanwhile"), made];
    await Promise.all(runs);
    const { backup } = value(await made);
    const inside = await contentsOf(join(folder(), `${backup.id}.zip`));
    const [chat = ""] = [...inside].flatMap(([name, content]) =>
      name.endsWith(".jsonl") && name.includes("sessions") ? [content] : [],
    );
    for (const line of chat.split("\n").slice(0, -1)) expect(() => JSON.parse(line)).not.toThrow();
    expect(backup.counts.messages).toBeGreaterThanOrEqual(2);
  });

  it("is one at a time, and can be stopped without a trace", async () => {
    const first = make();
    const second = await make();
    expect(second).toMatchObject({ ok: false, error: { code: "busy" } });
    value(await first);
    const third = make();
    await bench.seen.until("backup-work", ({ work }) => work !== null);
    value(await bench.client.request("backups.stop", {}));
    expect(await third).toMatchObject({ ok: false, error: { code: "cancelled" } });
    expect(await zips()).toHaveLength(1);
  });
});

describe("a disk that is full", () => {
  it.each([
    ["ENOSPC", "disk-full"],
    ["short-write", "disk-full"],
    ["EIO", "storage"],
  ])("%s leaves nothing half written, and the next one works", async (code, told) => {
    await bench.ask("hello");
    disk.setFault({ at: 1, code, lasts: "once", only: ["handle.write"] });
    expect(await make()).toMatchObject({ ok: false, error: { code: told } });
    expect(await zips()).toEqual([]);
    disk.heal();
    value(await make());
    expect(await zips()).toHaveLength(1);
  });
});

describe("the folder of the backups", () => {
  it("is cleared of what a killed process left half written, and of nothing else", async () => {
    await mkdir(folder(), { recursive: true });
    await writeFile(join(folder(), "perch-2026-01-01T00-00-00-daily.zip.part"), "half");
    await writeFile(join(folder(), "torn-tail"), "rescued");
    await list();
    value(await make());
    const names = await readdir(folder());
    expect(names.filter((name) => name.endsWith(".part"))).toEqual([]);
    expect(names).toContain("torn-tail");
  });

  it("tells a zip that is no backup, and goes on", async () => {
    value(await make());
    await writeFile(join(folder(), "holiday.zip"), "no zip at all");
    const { backups, broken } = await list();
    expect(backups).toHaveLength(1);
    expect(broken).toEqual([{ id: "holiday", reason: expect.stringContaining("no backup of Perch") }]);
  });

  it("keeps five of those before an update, and all that were asked for", async () => {
    for (let round = 0; round < 7; round += 1) value(await make("update"));
    for (let round = 0; round < 2; round += 1) value(await make("manual"));
    const { backups } = await list();
    expect(backups.filter(({ reason }) => reason === "update")).toHaveLength(5);
    expect(backups.filter(({ reason }) => reason === "manual")).toHaveLength(2);
  });

  it("may be missing", async () => {
    await rm(folder(), { recursive: true, force: true });
    expect((await list()).backups).toEqual([]);
    value(await make());
    expect(JSON.parse(await readFile(join(bench.home.home, "config.json"), "utf8"))).toMatchObject({ providers: {} });
  });
});
