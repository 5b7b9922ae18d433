import { mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { settleSwap } from "../../../src-main/storage/swap-parts.ts";
import { type AgentBench, createAgentBench } from "../../support/agent-bench.ts";
import { createFailingFileSystem, type FailingFileSystem } from "../../support/failing-file-system.ts";
import { makeZip } from "../../support/make-zip.ts";
import { terminal, value } from "../../support/test-home.ts";

/* A backup is looked at, then takes the place of the present, which can be had again. */

let bench: AgentBench;
let disk: FailingFileSystem;
let reopened: PromiseWithResolvers<void>;

beforeEach(async () => {
  disk = createFailingFileSystem(nodeFileSystem);
  reopened = Promise.withResolvers<void>();
  bench = await createAgentBench((_body, at) => ({ text: `answer ${at}` }), {
    options: { files: disk.files, reopen: () => reopened.resolve() },
  });
});
afterEach(() => bench[Symbol.asyncDispose]());

const at = (path: string): string => join(bench.home.home, path);
const memory = (facts: readonly string[]) =>
  writeFile(at("workspace/memory/MEMORY.md"), `# Memory\n\n${facts.map((fact) => `- ${fact}\n`).join("")}`);
const make = async () => value(await bench.client.request("backups.make", {})).backup;
const restore = (id: string, stopRuns = false) => bench.client.request("backups.restore", { id, stopRuns });
const preview = (id: string) => bench.client.request("backups.preview", { id });

/** What the process does that holds the home. */
async function startAnew() {
  await reopened.promise;
  await bench.assistant.close();
  const settled = await settleSwap(bench.home.home, nodeFileSystem);
  const client = bench.home.open().connect(terminal);
  return { settled, client };
}

describe("a preview", () => {
  it("counts both sides, and what would be lost", async () => {
    await bench.ask("one");
    await memory(["tea"]);
    const backup = await make();
    await bench.ask("two");
    await bench.ask("in another chat", { sessionKey: "cli:other" });
    await memory(["tea", "a cat"]);
    await mkdir(at("workspace/skills/dance"), { recursive: true });
    await writeFile(at("workspace/skills/dance/SKILL.md"), "");
    expect(value(await preview(backup.id))).toEqual({
      backup,
      now: { chats: 2, messages: 6, facts: 2, skills: 1, jobs: 0 },
      lost: { chats: 1, messages: 4, facts: 1, skills: 1, jobs: 0 },
      runs: 0,
      obstacle: null,
    });
  });

  it("of a backup that is gone says so", async () => {
    expect(await preview("perch-none")).toMatchObject({ ok: false, error: { code: "not-found" } });
    expect(await preview("../config")).toMatchObject({ ok: false, error: { code: "invalid-input" } });
  });
});

describe("a restore", () => {
  it("brings back what was, keeps what is, and can be taken back from the same list", async () => {
    await bench.ask("one");
    await memory(["tea"]);
    const backup = await make();
    await bench.ask("two");
    await memory(["coffee"]);
    await writeFile(at("inbox.json"), JSON.stringify({ reports: [] }));
    const { kept } = value(await restore(backup.id));
    expect(kept).toMatchObject({ reason: "restore", counts: { messages: 4 } });
    expect(await bench.client.request("session.list", {})).toMatchObject({
      ok: false,
      error: { code: "disconnected" },
    });
    const { settled, client } = await startAnew();
    expect(settled.kind).toBe("swapped");
    expect(await readFile(at("workspace/memory/MEMORY.md"), "utf8")).toContain("tea");
    const detail = value(await client.request("session.open", { sessionKey: bench.key, limit: 50 }));
    expect(detail.page.messages.map(({ message }) => message.content)).toEqual(["one", "answer 0"]);
    expect(await readdir(bench.home.home)).not.toContain("restore");
    expect(await readdir(bench.home.home)).not.toContain("inbox.json");
    const ids = value(await client.request("backups.list", {})).backups.map(({ id }) => id);
    expect(ids).toEqual([kept.id, backup.id]);
    const back = value(await client.request("backups.preview", { id: kept.id }));
    expect(back).toMatchObject({ backup: { counts: { messages: 4 } }, now: { messages: 2 } });
  });

  it("leaves the keys of the present in force, and its links", async () => {
    await bench.ask("one");
    const backup = await make();
    await symlink(bench.home.work, at("workspace/linked"));
    await restore(backup.id);
    await startAnew();
    expect(JSON.parse(await readFile(at("config.json"), "utf8"))).toMatchObject({
      providers: { custom: { apiKey: "test-key" } },
    });
    expect(await readlink(at("workspace/linked"))).toBe(bench.home.work);
  });

  it("leaves a key out that nobody has any more", async () => {
    const backup = await make();
    await writeFile(at("config.json"), "{}");
    await restore(backup.id);
    await startAnew();
    const settings: unknown = JSON.parse(await readFile(at("config.json"), "utf8"));
    expect(settings).toMatchObject({ providers: { custom: {} } });
    expect(JSON.stringify(settings)).not.toContain("[key]");
  });

  it("lets scripts be run that could be run", async () => {
    await mkdir(at("workspace/skills/dance"), { recursive: true });
    await writeFile(at("workspace/skills/dance/step.sh"), "echo", { mode: 0o755 });
    const backup = await make();
    await restore(backup.id);
    await startAnew();
    const { mode } = await nodeFileSystem.stat(at("workspace/skills/dance/step.sh"));
    expect(mode & 0o777).toBe(0o700);
  });

  it("is refused where the process that has the home cannot begin anew", async () => {
    const backup = await make();
    const other = bench.home.open().connect(terminal);
    expect(value(await other.request("backups.preview", { id: backup.id })).obstacle).toContain("terminal");
    expect(await other.request("backups.restore", { id: backup.id })).toMatchObject({
      ok: false,
      error: { code: "conflict" },
    });
  });

  it.each(["ENOSPC", "EIO"])("on a disk that fails (%s) changes nothing, and lets everybody in again", async (code) => {
    await bench.ask("one");
    const backup = await make();
    await bench.ask("two");
    disk.setFault({ at: 9, code, lasts: "for-ever", only: ["handle.write"] });
    expect((await restore(backup.id)).ok).toBe(false);
    disk.heal();
    expect(await readdir(bench.home.home)).not.toContain("restore");
    await bench.ask("three");
    expect(await bench.messages()).toHaveLength(6);
  });
});

describe("runs that are on", () => {
  it("are asked about, and stopped only when that is wanted", async () => {
    await bench[Symbol.asyncDispose]();
    const hold = Promise.withResolvers<void>();
    bench = await createAgentBench(
      async (_body, number) => {
        if (number === 1) await hold.promise;
        return { text: `answer ${number}` };
      },
      { options: { reopen: () => reopened.resolve() } },
    );
    await bench.ask("one");
    const backup = await make();
    const begun = await bench.send("two");
    if (begun.kind !== "started") throw new Error("no run");
    expect(value(await preview(backup.id)).runs).toBe(1);
    expect(await restore(backup.id)).toMatchObject({ ok: false, error: { code: "busy" } });
    const { kept } = value(await restore(backup.id, true));
    hold.resolve();
    expect(kept.counts.messages).toBeGreaterThanOrEqual(3);
    await startAnew();
    expect(await bench.messages().catch(() => [])).toEqual([]);
  });
});

describe("a file that is no honest backup", () => {
  const put = async (name: string, bytes: Buffer) => {
    await mkdir(at("backups"), { recursive: true });
    await writeFile(at(`backups/${name}.zip`), bytes);
  };
  const summaryOf = (files: number, bytes: number, more: object = {}) =>
    JSON.stringify({
      format: 1,
      at: 1,
      reason: "manual",
      version: "test",
      files,
      bytes,
      counts: { chats: 0, messages: 0, facts: 0, skills: 0, jobs: 0 },
      state: "",
      ...more,
    });
  const manifest = { name: "perch-backup.json", content: JSON.stringify({ chats: [], links: [] }) };
  const withComment = (zip: Buffer, comment: string): Buffer => {
    const length = Buffer.alloc(2);
    length.writeUInt16LE(comment.length);
    return Buffer.concat([zip.subarray(0, -2), length, Buffer.from(comment)]);
  };

  const hostile: Readonly<Record<string, { readonly entries: Parameters<typeof makeZip>[0]; readonly told: RegExp }>> =
    {
      "a name that leads out": { entries: [{ name: "workspace/../../evil", content: "x" }], told: /damaged|no backup/ },
      "an absolute name": { entries: [{ name: "/etc/evil", content: "x" }], told: /damaged|no backup/ },
      "a backslash": { entries: [{ name: "workspace\\..\\evil", content: "x" }], told: /damaged|no backup/ },
      "a key file": { entries: [{ name: "secrets.json", content: "x" }], told: /secrets\.json/ },
      "another part": { entries: [{ name: "backups/x.zip", content: "x" }], told: /backups\/x\.zip/ },
      "a part's name in another case": { entries: [{ name: "Workspace/x", content: "x" }], told: /Workspace/ },
      "a link": { entries: [{ name: "workspace/link", content: "/etc", mode: 0o120777 }], told: /workspace\/link/ },
      "a locked entry": { entries: [{ name: "workspace/x", content: "x", isEncrypted: true }], told: /workspace\/x/ },
      "two names for one file": {
        entries: [
          { name: "workspace/a", content: "x" },
          { name: "workspace/A", content: "x" },
        ],
        told: /workspace\/A/,
      },
      "an entry that claims too much": {
        entries: [{ name: "workspace/x", content: "x", toldSize: 4_000_000_000 }],
        told: /more than any/,
      },
    };

  it.each(Object.entries(hostile))("is refused: %s", async (_what, { entries, told }) => {
    const bytes = entries.reduce((sum, { content = "", toldSize }) => sum + (toldSize ?? content.length), 0);
    await put("bad", withComment(makeZip([...entries, manifest]), summaryOf(entries.length, bytes)));
    for (const asked of [await preview("bad"), await restore("bad")]) {
      if (asked.ok) throw new Error("it was taken");
      expect(asked.error.code).toBe("conflict");
      expect(asked.error.message).toMatch(told);
    }
    expect(await readdir(bench.home.home)).not.toContain("restore");
  });

  it("is refused where an entry is not what was put in", async () => {
    await bench.ask("one");
    const { id } = await make();
    const path = at(`backups/${id}.zip`);
    const bytes = await readFile(path);
    const middle = bytes.indexOf("workspace/AGENTS.md") + 40;
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 0xff, middle);
    await writeFile(path, bytes);
    const answered = await restore(id);
    expect(answered).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(await readdir(bench.home.home)).not.toContain("restore");
    await bench.ask("two");
  });

  it("is refused torn, empty, and of a later format", async () => {
    const { id } = await make();
    const whole = await readFile(at(`backups/${id}.zip`));
    await put("torn", whole.subarray(0, whole.length / 2));
    await put("empty", Buffer.alloc(0));
    await put("later", withComment(makeZip([manifest]), summaryOf(0, 0, { format: 2, version: "9.0" })));
    await put("fewer", withComment(makeZip([manifest]), summaryOf(3, 99)));
    for (const [name, told] of [
      ["torn", /no backup/],
      ["empty", /no backup/],
      ["later", /later Perch \(9\.0\)/],
      ["fewer", /damaged/],
    ] as const) {
      const asked = await preview(name);
      if (asked.ok) throw new Error("it was taken");
      expect(asked.error.message, name).toMatch(told);
    }
    await rm(at("backups"), { recursive: true });
  });
});
