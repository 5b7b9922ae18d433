import { createHash } from "node:crypto";
import { mkdir, readFile, symlink, truncate, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Assistant } from "../../../src-main/assistant.ts";
import { maxKnowledgeBytes } from "../../../src-main/knowledge/knowledge-text.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { createTestHome, record, type TestHome, terminal, value } from "../../support/test-home.ts";

let home: TestHome;
let assistant: Assistant;
let client: Connection;
let workspace: string;

beforeEach(async () => {
  home = await createTestHome();
  assistant = home.open();
  client = assistant.connect(terminal);
  workspace = join(home.home, "workspace");
});
afterEach(() => home[Symbol.asyncDispose]());

const sha = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const read = async (path: string) => value(await client.request("knowledge.read", { path }));
const save = (path: string, text: string, base: string | null) =>
  client.request("knowledge.save", { path, text, base });
const errorOf = (result: { ok: boolean; error?: unknown }) => (result.ok ? null : result.error);
const watchers = () => process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap").length;

it("a file of 8 MB is read, a larger one is too large to edit here", async () => {
  value(await client.request("knowledge.list", {}));
  const path = join(workspace, "SOUL.md");
  await truncate(path, maxKnowledgeBytes);
  expect((await read("SOUL.md")).text).toHaveLength(maxKnowledgeBytes);
  await truncate(path, maxKnowledgeBytes + 1);
  const error = { code: "too-large", message: "SOUL.md is too large to edit here." };
  expect(errorOf(await client.request("knowledge.read", { path: "SOUL.md" }))).toMatchObject(error);
});

describe("knowledge.list", () => {
  it("names the memory, the persona, the heartbeat and every skill", async () => {
    value(await client.request("knowledge.list", {}));
    await mkdir(join(workspace, "skills/weekly"), { recursive: true });
    await writeFile(join(workspace, "skills/weekly/SKILL.md"), "weekly");
    await mkdir(join(workspace, "skills/empty"));
    await unlink(join(workspace, "SOUL.md"));
    const { files } = value(await client.request("knowledge.list", {}));
    const own = files.filter((file) => !file.readOnly);
    expect(own.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      "memory memory/MEMORY.md",
      "memory memory/HISTORY.md",
      "persona SOUL.md",
      "persona USER.md",
      "persona AGENTS.md",
      "persona TOOLS.md",
      "persona IDENTITY.md",
      "heartbeat HEARTBEAT.md",
      "skill skills/weekly/SKILL.md",
    ]);
    expect(own.find((file) => file.path === "SOUL.md")).toMatchObject({ exists: false, size: 0 });
    expect(own.at(-1)?.problem).toContain("does not say what it is for");
    expect(own.at(-1)).toMatchObject({ exists: true, size: 6 });
  });
});

describe("knowledge.read", () => {
  it("gives the text with the hash of its bytes as the version", async () => {
    value(await client.request("knowledge.list", {}));
    await writeFile(join(workspace, "USER.md"), "Likes trains. ✓");
    expect(await read("USER.md")).toEqual({
      path: "USER.md",
      text: "Likes trains. ✓",
      version: sha("Likes trains. ✓"),
      tokens: 5,
    });
  });

  it.each([
    "sessions/x.jsonl",
    "../config.json",
    "skills/../../config.json",
    "notes.md",
    "skills/.x/SKILL.md",
    "memory",
  ])("reads and saves nothing but knowledge: %s", async (path) => {
    expect(errorOf(await client.request("knowledge.read", { path }))).toMatchObject({ code: "forbidden" });
    expect(errorOf(await save(path, "x", null))).toMatchObject({ code: "forbidden" });
  });

  it("follows no link out of the workspace or into other files of it", async () => {
    value(await client.request("knowledge.list", {}));
    await writeFile(join(home.folder, "outside.md"), "outside");
    await writeFile(join(workspace, "notes.md"), "notes");
    await unlink(join(workspace, "SOUL.md"));
    await unlink(join(workspace, "TOOLS.md"));
    await symlink(join(home.folder, "outside.md"), join(workspace, "SOUL.md"));
    await symlink("notes.md", join(workspace, "TOOLS.md"));
    expect(errorOf(await client.request("knowledge.read", { path: "SOUL.md" }))).toMatchObject({ code: "forbidden" });
    expect(errorOf(await save("SOUL.md", "x", sha("outside")))).toMatchObject({ code: "forbidden" });
    expect(errorOf(await save("TOOLS.md", "x", sha("notes")))).toMatchObject({ code: "forbidden" });
    expect(await readFile(join(workspace, "notes.md"), "utf8")).toBe("notes");
  });

  it("opens nothing that it would spoil by saving", async () => {
    value(await client.request("knowledge.list", {}));
    await writeFile(join(workspace, "USER.md"), Buffer.from("gr\u00fc\u00dfe", "latin1"));
    expect(errorOf(await client.request("knowledge.read", { path: "USER.md" }))).toMatchObject({
      code: "invalid-input",
    });
  });
});

describe("knowledge.save", () => {
  it("replaces what was read and answers the new version", async () => {
    value(await client.request("knowledge.list", {}));
    const before = await read("memory/MEMORY.md");
    const saved = value(await save("memory/MEMORY.md", "new", before.version));
    expect(saved).toMatchObject({ text: "new", version: sha("new") });
    expect(await readFile(join(workspace, "memory/MEMORY.md"), "utf8")).toBe("new");
    value(await save("memory/MEMORY.md", "newer", saved.version));
  });

  it("answers a conflict with what the disk holds, and writes nothing", async () => {
    value(await client.request("knowledge.list", {}));
    const { version } = await read("USER.md");
    await writeFile(join(workspace, "USER.md"), "theirs");
    const refused = errorOf(await save("USER.md", "mine", version));
    expect(refused).toMatchObject({ code: "conflict", data: { text: "theirs", version: sha("theirs") } });
    expect(errorOf(await save("USER.md", "mine", null))).toMatchObject({ code: "conflict" });
    expect(await readFile(join(workspace, "USER.md"), "utf8")).toBe("theirs");
    await unlink(join(workspace, "USER.md"));
    expect(errorOf(await save("USER.md", "mine", sha("theirs")))).toMatchObject({
      code: "conflict",
      data: { text: "", version: null },
    });
  });

  it("lets one of two saves of the same version win", async () => {
    value(await client.request("knowledge.list", {}));
    const { version } = await read("USER.md");
    const both = await Promise.all([save("USER.md", "one", version), save("USER.md", "two", version)]);
    expect(both.map((result) => result.ok)).toEqual([true, false]);
    expect(await readFile(join(workspace, "USER.md"), "utf8")).toBe("one");
  });

  it("makes a new skill with its folder", async () => {
    value(await save("skills/pdf-tools/SKILL.md", "---\nname: pdf-tools\n---\n", null));
    expect(await readFile(join(workspace, "skills/pdf-tools/SKILL.md"), "utf8")).toContain("pdf-tools");
  });

  it("keeps what comes with the app as it is", async () => {
    expect(errorOf(await save("built-in/weather/SKILL.md", "x", null))).toMatchObject({ code: "read-only" });
  });
});

describe("knowledge-changed", () => {
  it("is told once for a save, and for a change that others make", async () => {
    const seen = await record(client);
    value(await client.request("knowledge.list", {}));
    const { version } = await read("USER.md");
    value(await save("USER.md", "mine", version));
    await writeFile(join(workspace, "SOUL.md"), "theirs");
    await seen.until("knowledge-changed", (event) => event.path === "SOUL.md");
    await mkdir(join(workspace, "skills/late"));
    await writeFile(join(workspace, "skills/late/SKILL.md"), "late");
    await seen.until("knowledge-changed", (event) => event.path === "skills/late/SKILL.md");
    const told = seen.events.filter((event) => event.type === "knowledge-changed").map((event) => event.path);
    expect([...new Set(told)]).toEqual(["USER.md", "SOUL.md", "skills/late/SKILL.md"]);
    expect(told.filter((path) => path === "USER.md")).toHaveLength(1);
  });

  it("leaves no watcher behind when the agent ends", async () => {
    const before = watchers();
    value(await client.request("knowledge.list", {}));
    value(await client.request("knowledge.list", {}));
    expect(watchers()).toBeGreaterThan(before);
    await assistant.close();
    await vi.waitUntil(() => watchers() === before);
  });
});
