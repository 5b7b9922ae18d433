import { mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Assistant } from "../../../src-main/assistant.ts";
import { maxImageBytes } from "../../../src-main/files/preview-file.ts";
import { maxAttachedBytes } from "../../../src-preload/contract/bounds.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { type SessionKey, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { pdfWith } from "../../support/pdf.ts";
import { createTestHome, record, type TestHome, terminal, value } from "../../support/test-home.ts";

let home: TestHome;
let assistant: Assistant;
let client: Connection;
let sessionKey: SessionKey;

beforeEach(async () => {
  home = await createTestHome();
  await home.config({ agents: { defaults: { workFolder: home.work } } });
  assistant = home.open();
  client = assistant.connect(terminal);
  sessionKey = value(await client.request("session.create", {})).summary.key;
});
afterEach(() => home[Symbol.asyncDispose]());

const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(20)]);
const put = (name: string, content: string | Buffer) => writeFile(join(home.work, name), content);
const codeOf = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? "ok" : result.error?.code);

/** File-system watchers of this process: what a watch must not leave behind. */
const watchers = () => process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap").length;

describe("file.list", () => {
  it("names folders first, with paths relative to the work folder", async () => {
    await mkdir(join(home.work, "zoo"));
    await put("a10.txt", "ten");
    await put("a9.txt", "nine");
    await put("zoo/bear.md", "bear");
    const top = value(await client.request("file.list", { sessionKey }));
    expect(top.entries.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
      "folder zoo",
      "file a9.txt",
      "file a10.txt",
    ]);
    const zoo = value(await client.request("file.list", { sessionKey, path: "zoo/" }));
    expect(zoo).toMatchObject({ path: "zoo", more: 0, entries: [{ path: "zoo/bear.md", size: 4 }] });
  });

  it("tells of a very full folder a page, more when asked, and any name by its words", async () => {
    const names = Array.from({ length: 2001 }, (_, index) => `note ${index}.md`);
    await Promise.all([...names, "Zoe\u0301 last.md"].map((name) => put(name, "")));
    const list = async (asked: object) => value(await client.request("file.list", { sessionKey, ...asked }));
    expect(await list({})).toMatchObject({ more: 2, entries: { length: 2000 } });
    const whole = await list({ limit: 4000 });
    expect(whole).toMatchObject({ more: 0, entries: { length: 2002 } });
    expect(whole.entries.at(-2)?.name).toBe("note 2000.md");
    expect((await list({ words: "2000 NOTE" })).entries.map(({ name }) => name)).toEqual(["note 2000.md"]);
    expect((await list({ words: "ZO\u00c9" })).entries).toHaveLength(1);
    expect(await list({ words: "note 1", limit: 10 })).toMatchObject({ more: 1261, entries: { length: 10 } });
    expect(await list({ words: "no such" })).toMatchObject({ more: 0, entries: [] });
    expect(await list({ words: "  " })).toMatchObject({ more: 2 });
  });

  it("shows a link that leads out as a link and does not follow it", async () => {
    const outside = join(home.folder, "outside");
    await mkdir(outside);
    await writeFile(join(outside, "secret.txt"), "secret");
    await symlink(outside, join(home.work, "way-out"));
    const top = value(await client.request("file.list", { sessionKey }));
    expect(top.entries).toMatchObject([{ name: "way-out", kind: "link" }]);
    expect(codeOf(await client.request("file.list", { sessionKey, path: "way-out" }))).toBe("forbidden");
    expect(codeOf(await client.request("file.read", { sessionKey, path: "way-out/secret.txt" }))).toBe("forbidden");
  });

  it.each(["..", "../home", "/etc", "a/../../home/config.json"])("never leaves the work folder: %s", async (path) => {
    expect(codeOf(await client.request("file.list", { sessionKey, path }))).toBe("forbidden");
  });

  it("keeps to the work folder where the tools are not restricted", async () => {
    value(await client.request("settings.update", { patch: { tools: { restrictToWorkspace: false } } }));
    expect(codeOf(await client.request("file.read", { sessionKey, path: "../home/config.json" }))).toBe("forbidden");
  });

  it("takes ~ as a name like any other", async () => {
    await put("~", "tilde");
    expect(value(await client.request("file.read", { sessionKey, path: "~" }))).toMatchObject({ text: "tilde" });
  });

  it("names what is missing", async () => {
    expect(codeOf(await client.request("file.list", { sessionKey, path: "gone" }))).toBe("not-found");
  });

  it("shows a chat that has no message yet where new chats work, and makes no chat of it", async () => {
    await put("here.txt", "x");
    const listed = value(await client.request("file.list", { sessionKey: "desktop:nobody" }));
    expect(listed.entries).toMatchObject([{ path: "here.txt" }]);
    const chats = value(await client.request("session.list", {})).sessions.map((row) => row.key);
    expect(chats).not.toContain("desktop:nobody");
  });
});

describe("file.read", () => {
  it("shows text in its own encoding", async () => {
    await put("plain.txt", "grüße\n");
    await put("latin.txt", Buffer.from("gr\u00fc\u00dfe", "latin1"));
    expect(value(await client.request("file.read", { sessionKey, path: "plain.txt" }))).toEqual({
      kind: "text",
      text: "grüße\n",
      truncated: false,
      size: 8,
    });
    expect(value(await client.request("file.read", { sessionKey, path: "latin.txt" }))).toMatchObject({
      text: "grüße",
    });
  });

  it("cuts a long text at a whole character", async () => {
    await put("long.txt", `x${"é".repeat(600_000)}`);
    const shown = value(await client.request("file.read", { sessionKey, path: "long.txt" }));
    expect(shown).toMatchObject({ kind: "text", truncated: true, size: 1_200_001 });
    expect(shown.kind === "text" && /^xé+$/.test(shown.text)).toBe(true);
  });

  it("tells an image by its bytes, and one above the limit as too large", async () => {
    await put("picture.txt", png);
    const shown = value(await client.request("file.read", { sessionKey, path: "picture.txt" }));
    expect(shown).toEqual({ kind: "image", mediaType: "image/png", base64: png.toString("base64"), size: 28 });
    await truncate(join(home.work, "picture.txt"), maxImageBytes);
    expect(value(await client.request("file.read", { sessionKey, path: "picture.txt" })).kind).toBe("image");
    await truncate(join(home.work, "picture.txt"), maxImageBytes + 1);
    const tooLarge = { kind: "too-large", size: maxImageBytes + 1, most: maxImageBytes };
    expect(value(await client.request("file.read", { sessionKey, path: "picture.txt" }))).toEqual(tooLarge);
  });

  it("shows the text and the pages of a PDF", async () => {
    await put("paper.pdf", pdfWith(["First page", "Second page"]));
    const shown = value(await client.request("file.read", { sessionKey, path: "paper.pdf" }));
    expect(shown).toMatchObject({ kind: "pdf", pages: 2 });
    expect(shown.kind === "pdf" && shown.text).toContain("Second page");
  });

  it("shows no bytes of what is neither", async () => {
    await put("broken.pdf", "%PDF-1.4\nnothing of the kind");
    await put("data.bin", Buffer.from([0, 1, 2, 3]));
    for (const path of ["broken.pdf", "data.bin"]) {
      expect(value(await client.request("file.read", { sessionKey, path })).kind).toBe("binary");
    }
    expect(codeOf(await client.request("file.read", { sessionKey, path: "" }))).toBe("invalid-input");
  });
});

describe("file.find", () => {
  it("puts a match in the name before one in the path, without regard to case", async () => {
    await mkdir(join(home.work, "notes/deep"), { recursive: true });
    await mkdir(join(home.work, "node_modules/notes"), { recursive: true });
    await put("notes/deep/other.md", "");
    await put("notes/deep/My-NOTES.md", "");
    await put("Notes.txt", "");
    await put("node_modules/notes/notes.js", "");
    const { paths } = value(await client.request("file.find", { sessionKey, query: "notes" }));
    expect(paths).toEqual(["Notes.txt", "notes/deep/My-NOTES.md", "notes/deep/other.md"]);
    const two = value(await client.request("file.find", { sessionKey, query: "deep oth", limit: 1 }));
    expect(two.paths).toEqual(["notes/deep/other.md"]);
  });
});

describe("file.show", () => {
  const show = (path: string, key: SessionKey = sessionKey) => client.request("file.show", { sessionKey: key, path });
  const attach = async (name: string, bytes: Buffer) =>
    value(await client.request("file.attach", { sessionKey, name, base64: bytes.toString("base64") })).media;

  it("shows what lies in the work folder and what was attached to this chat", async () => {
    await put("photo.png", png);
    const image = { kind: "image", mediaType: "image/png", base64: png.toString("base64") };
    expect(value(await show("photo.png"))).toMatchObject(image);
    expect(value(await show(join(home.work, "photo.png")))).toMatchObject(image);
    expect(value(await show((await attach("shot.png", png)).path))).toMatchObject(image);
    const notes = await attach("notes.txt", Buffer.from("milk"));
    expect(notes.size).toBe(4);
    expect(value(await show(notes.path))).toMatchObject({ kind: "text", text: "milk" });
  });

  it("shows nothing else: no other chat's files, nothing outside, nothing secret, and no picture by its name alone", async () => {
    const { path } = await attach("shot.png", png);
    const other = value(await client.request("session.create", {})).summary.key;
    expect(codeOf(await show(path, other))).toBe("forbidden");
    await writeFile(join(home.folder, "outside.png"), png);
    await symlink(join(home.folder, "outside.png"), join(home.work, "way-out.png"));
    for (const outside of ["../outside.png", "way-out.png", join(home.home, "config.json"), "/etc/passwd"]) {
      expect(codeOf(await show(outside)), outside).toBe("forbidden");
    }
    await mkdir(join(home.work, ".ssh"));
    await put(".ssh/id_rsa", png);
    await put(".env", png);
    for (const secret of [".ssh/id_rsa", ".env"]) expect(codeOf(await show(secret)), secret).toBe("forbidden");
    await put("fake.png", Buffer.from([0, 1]));
    expect(value(await show("fake.png"))).toMatchObject({ kind: "binary" });
    await put("huge.png", png);
    await truncate(join(home.work, "huge.png"), maxAttachedBytes + 1);
    expect(value(await show("huge.png"))).toMatchObject({ kind: "too-large", most: maxAttachedBytes });
    expect(codeOf(await show("nothing.png"))).toBe("not-found");
  });
});

describe("file.attach", () => {
  const attach = async (name: string, bytes: Buffer) =>
    value(await client.request("file.attach", { sessionKey, name, base64: bytes.toString("base64") })).media;

  it("keeps the file beside the chat, and what it is says its content", async () => {
    const image = await attach("shot.png", png);
    expect(image).toMatchObject({ kind: "image", mediaType: "image/png", name: "shot.png" });
    expect(await readFile(image.path)).toEqual(png);
    expect(image.path.startsWith(join(home.home, "workspace", "attachments", "desktop+"))).toBe(true);
    expect(await attach("table.csv", Buffer.from("a,b\n"))).toMatchObject({ kind: "file", mediaType: "text/csv" });
    expect(await attach("fake.png", Buffer.from([0, 1]))).toMatchObject({
      kind: "file",
      mediaType: "application/octet-stream",
    });
  });

  it.each(["../../../config.json", "..\\..\\config.json", "/etc/passwd", "..", "CON", "nul.txt", "a\u0000b", "x. . "])(
    "makes a safe name of %j",
    async (name) => {
      const { path } = await attach(name, Buffer.from("x"));
      const folder = join(home.home, "workspace", "attachments");
      const [chat = ""] = await readdir(folder);
      expect(await readdir(join(folder, chat))).toEqual([path.slice(join(folder, chat).length + 1)]);
      expect(/^[a-z0-9]+-[^/\\:]*[^/\\: .]$/.test(path.slice(join(folder, chat).length + 1))).toBe(true);
    },
  );

  it("takes a file of 20 MB, and refuses a larger one with a sentence", async () => {
    const large = Buffer.alloc(maxAttachedBytes);
    const kept = await attach("large.bin", large);
    expect((await stat(kept.path)).size).toBe(maxAttachedBytes);
    const base64 = Buffer.concat([large, Buffer.alloc(3)]).toString("base64");
    const refused = await client.request("file.attach", { sessionKey, name: "larger.bin", base64 });
    expect(refused).toMatchObject({ ok: false, error: { code: "invalid-input", data: { field: "base64" } } });
    expect(refused.ok ? "" : refused.error.message).toContain("a file has at most 20 MB");
  });

  it("does not write through a link that leads out of the workspace", async () => {
    value(await client.request("knowledge.list", {}));
    await symlink(home.folder, join(home.home, "workspace", "attachments"));
    const kept = await client.request("file.attach", { sessionKey, name: "a.txt", base64: "eA==" });
    expect(codeOf(kept)).toBe("forbidden");
  });
});

describe("file.result", () => {
  it("pages through a long result, and nothing outside the results is shown", async () => {
    value(await client.request("knowledge.list", {}));
    const results = join(home.home, "workspace", ".results");
    const path = join(results, "r1.txt");
    await writeFile(path, Array.from({ length: 500 }, (_, line) => `line ${line}`).join("\n"));
    expect(value(await client.request("file.result", { sessionKey, path, from: 498, lines: 10 }))).toEqual({
      lines: ["line 498", "line 499"],
      from: 498,
      total: 500,
    });
    await symlink(join(home.home, "config.json"), join(results, "link.txt"));
    for (const other of [join(home.home, "config.json"), join(results, "..", "SOUL.md"), join(results, "link.txt")]) {
      expect(codeOf(await client.request("file.result", { sessionKey, path: other }))).toBe("forbidden");
    }
  });
});

describe("file.watch", () => {
  it("tells of the folders that are looked at, of nothing below them, and of git's own only that its state changed", async () => {
    for (const name of ["src", "src/deep", "closed", ".git"]) await mkdir(join(home.work, name));
    const seen = await record(client);
    const told = () => seen.events.flatMap((event) => (event.type === "files-changed" ? event.folders : []));
    value(await client.request("file.watch", { sessionKey, folders: ["", "src", "gone", "../.."] }));
    await put("closed/a.ts", "a");
    await put("src/deep/a.ts", "a");
    await put(".git/COMMIT_EDITMSG", "x");
    await put("src/a.ts", "a");
    expect(await seen.until("files-changed")).toMatchObject({ sessionKey, folders: ["src"] });
    await rename(join(home.work, "src/a.ts"), join(home.work, "b.ts"));
    await seen.until("files-changed", (event) => event.folders.includes(""));
    expect(new Set(told())).toEqual(new Set(["src", ""]));
    const before = told().length;
    await put(".git/HEAD", "ref");
    await vi.waitUntil(() => told().length > before, { timeout: 20_000 });
    expect(told().slice(before)).toEqual([""]);
  });

  it("looks at a folder again that was taken away and is there once more", async () => {
    await mkdir(join(home.work, "src"));
    const seen = await record(client);
    value(await client.request("file.watch", { sessionKey, folders: ["", "src"] }));
    await rm(join(home.work, "src"), { recursive: true });
    await mkdir(join(home.work, "src"));
    await seen.until("files-changed", (event) => event.folders.includes(""));
    await put("src/late.ts", "a");
    await seen.until("files-changed", (event) => event.folders.includes("src") && !event.folders.includes(""));
  });

  it("has no watch of the system for a file, however many lie in a folder", async () => {
    await mkdir(join(home.work, "src"));
    await Promise.all(Array.from({ length: 300 }, (_, index) => put(`src/${index}.ts`, "")));
    const before = watchers();
    value(await client.request("file.watch", { sessionKey, folders: ["", "src"] }));
    // One a folder; what else the agent begins to watch meanwhile are single files of its own.
    expect(watchers() - before).toBeLessThan(10);
  });

  it("follows the chat that was asked for last", async () => {
    const other = join(home.folder, "other");
    await mkdir(other);
    const second = sessionKeySchema.parse(value(await client.request("session.create", {})).summary.key);
    value(await client.request("session.update", { sessionKey: second, patch: { workFolder: other } }));
    const seen = await record(client);
    value(await client.request("file.watch", { sessionKey }));
    value(await client.request("file.watch", { sessionKey: second }));
    await put("old.txt", "x");
    await writeFile(join(other, "new.txt"), "x");
    await seen.until("files-changed");
    expect(seen.events.filter((event) => event.type === "files-changed")).toMatchObject([{ sessionKey: second }]);
  });

  it.each([
    ["the subscription is given up", async () => void value(await client.request("events.unsubscribe", {}))],
    ["the connection ends", () => client.close()],
    ["the agent ends", () => assistant.close()],
    [
      "the agent ends while a watch begins",
      async () => {
        const begun = client.request("file.watch", { sessionKey });
        await assistant.close();
        await begun;
      },
    ],
    [
      "the connection ends while a watch begins",
      async () => {
        const begun = client.request("file.watch", { sessionKey });
        await client.close();
        await begun;
      },
    ],
  ])("leaves no watcher behind when %s", async (_when, end) => {
    const before = watchers();
    value(await client.request("file.watch", { sessionKey }));
    expect(watchers()).toBeGreaterThan(before);
    await end();
    // The handles close with the next turn of the event loop.
    await vi.waitUntil(() => watchers() === before);
  });

  it("goes on when the work folder is removed", async () => {
    const seen = await record(client);
    await mkdir(join(home.work, "inner"));
    value(await client.request("file.watch", { sessionKey }));
    await rm(join(home.work, "inner"), { recursive: true });
    await seen.until("files-changed");
    await rm(home.work, { recursive: true });
    expect(codeOf(await client.request("session.open", { sessionKey }))).toBe("ok");
  });
});
