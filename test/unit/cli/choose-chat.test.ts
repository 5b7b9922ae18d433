import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ChatChoice, chooseChat, findChat, folderChat } from "../../../src-main/cli/choose-chat.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";

const folder: ChatChoice = { kind: "folder" };

describe("which chat a terminal opens", () => {
  it("is one for each folder, also for those of the same name or with names that are no keys", () => {
    const folders = ["/a/app", "/b/app", "/", "/x/Größe & Maß", "/x/größe", `/x/${"long".repeat(100)}`, "/x/中文"];
    const keys = folders.map(folderChat);
    expect(new Set(keys).size).toBe(folders.length);
    for (const key of keys) expect(sessionKeySchema.parse(key)).toMatch(/^cli:[a-z0-9-]{10,}$/);
    expect(folderChat("/a/app")).toBe(folderChat("/a/app"));
  });

  it("is cli:direct in the folder that it works in, as it was before folders had their own", async () => {
    await using home = await createTestHome();
    const connection = home.open().connect(terminal);
    const chosen = async (workFolder: string) =>
      value(await chooseChat({ chat: folder, workFolder }, connection, nodeFileSystem));
    expect(await chosen(home.work)).toBe(folderChat(home.work));
    const former = sessionKeySchema.parse("cli:direct");
    value(await connection.request("session.update", { sessionKey: former, patch: { workFolder: home.work } }));
    expect(await chosen(home.work)).toBe(former);
    expect(await chosen(home.home)).toBe(folderChat(home.home));
    await symlink(home.work, join(home.folder, "link"));
    expect(await chosen(join(home.folder, "link"))).toBe(former);
  });

  it("is the newest, or one that there is by its number, its key or the beginning of it", async () => {
    await using home = await createTestHome();
    const connection = home.open().connect(terminal);
    const choose = (chat: ChatChoice) => chooseChat({ chat, workFolder: home.work }, connection, nodeFileSystem);
    const none = await choose({ kind: "newest" });
    expect(!none.ok && none.error.code).toBe("not-found");
    for (const name of ["cli:one", "cli:two"]) {
      const sessionKey = sessionKeySchema.parse(name);
      value(await connection.request("session.update", { sessionKey, patch: { workFolder: home.work } }));
    }
    expect(["cli:one", "cli:two"]).toContain(value(await choose({ kind: "newest" })));
    expect(value(await choose({ kind: "existing", typed: "tw" }))).toBe("cli:two");
    const wrong = await choose({ kind: "existing", typed: "cli:three" });
    expect(!wrong.ok && wrong.error.message).toMatch(/no chat cli:three/);
    const { sessions } = value(await connection.request("session.list", {}));
    expect(findChat("2", sessions)).toEqual({ ok: true, value: sessions[1]?.key });
    expect(findChat("cli:", sessions).ok).toBe(false);
  });
});
