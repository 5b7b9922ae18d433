import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FileSystem, nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { createTestHome, type TestHome, terminal, value } from "../../support/test-home.ts";

/* The folders that chats work in: which can be used, what a new chat could begin with there, and the samples. */

let home: TestHome;
let client: Connection;
const sessionKey = "desktop:new";

beforeEach(async () => {
  home = await createTestHome();
  await home.config({ agents: { defaults: { workFolder: home.work } } });
  client = home.open().connect(terminal);
});
afterEach(() => home[Symbol.asyncDispose]());

const look = (path: string) => client.request("folder.look", { path });
const refusalOf = async (path: string) => {
  const looked = await look(path);
  return looked.ok ? looked.value.state : [looked.error.data?.["field"], looked.error.message];
};
const starters = async () => value(await client.request("folder.starters", { sessionKey }));
const addSamples = () => client.request("folder.addSamples", { sessionKey });
const removeSamples = async () => value(await client.request("folder.removeSamples", { sessionKey }));
const put = (name: string, content = "x") => writeFile(join(home.work, name), content);

describe("folder.look", () => {
  it("tells an empty folder, one with files, and one that could be made", async () => {
    expect(value(await look(home.work))).toEqual({ path: home.work, state: "empty" });
    await put("Thumbs.db");
    expect(await refusalOf(home.work)).toBe("empty");
    await put("a.txt");
    expect(await refusalOf(` ${home.work} `)).toBe("has-files");
    expect(await refusalOf(join(home.work, "new/below"))).toBe("missing");
  });

  it("refuses beside the field what no chat can work in", async () => {
    await put("a.txt");
    const file = join(home.work, "a.txt");
    expect(await refusalOf(file)).toEqual(["path", `${file} is a file. Choose a folder.`]);
    expect(await refusalOf(join(file, "below"))).toEqual(["path", `${file} is a file. Choose a folder.`]);
    expect(await refusalOf("Documents")).toEqual(["path", expect.stringContaining("is no whole path")]);
    expect(await refusalOf(join(home.home, "logs"))).toBe("missing");
    await mkdir(join(home.home, "logs"));
    expect(await refusalOf(join(home.home, "logs"))).toEqual(["path", expect.stringContaining("its own files")]);
  });

  it("refuses a folder that cannot be written, and one below it", async () => {
    const locked = join(home.work, "locked");
    await mkdir(locked);
    const denied = Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
    const access: FileSystem["access"] = async (path) => {
      if (path === locked) throw denied;
    };
    client = home.open({ files: { ...nodeFileSystem, access } }).connect(terminal);
    const words = `You may not write in ${locked}. Choose another folder, or change its permissions.`;
    expect(await refusalOf(locked)).toEqual(["path", words]);
    expect(await refusalOf(join(locked, "new"))).toEqual(["path", words]);
  });
});

it("makes a folder that was missing, and what of the way to it was", async () => {
  const path = join(home.work, "a/b");
  expect(value(await client.request("folder.make", { path }))).toEqual({ path, state: "empty" });
  expect(await readdir(join(home.work, "a"))).toEqual(["b"]);
  expect(await client.request("folder.make", { path: join(home.home, "x") })).toMatchObject({ ok: false });
});

describe("folder.starters", () => {
  it("are made from what lies there, and write over nothing", async () => {
    expect(await starters()).toEqual({ starters: [{ kind: "plan", target: "plan.md" }], isEmpty: true, samples: 0 });
    await mkdir(join(home.work, "photos"));
    for (const name of ["b.pdf", "a.zip", "Plan.md", ".hidden.md", "photos/1.jpg"]) await put(name);
    expect((await starters()).starters).toEqual([
      { kind: "summary", file: "b.pdf", target: "summary.md" },
      { kind: "list", folder: "photos", target: "files.md" },
      { kind: "plan", target: "plan-2.md" },
    ]);
  });

  it("leave out what no sentence can hold", async () => {
    for (const name of ['a "b".md', "a\nb.md", "c.zip"]) await put(name);
    expect((await starters()).starters).toEqual([
      { kind: "list", folder: "", target: "files.md" },
      { kind: "plan", target: "plan.md" },
    ]);
  });
});

describe("samples", () => {
  it("come into an empty folder, and each begins something", async () => {
    const added = value(await addSamples());
    expect(added).toMatchObject({ isEmpty: false, samples: 7 });
    expect(added.starters).toEqual([
      { kind: "summary", file: "notes.md", target: "summary.md" },
      { kind: "list", folder: "receipts", target: "files.md" },
      { kind: "plan", target: "plan.md" },
    ]);
    expect(await readdir(join(home.work, "receipts"))).toHaveLength(6);
    expect(await readFile(join(home.work, "notes.md"), "utf8")).toContain("A sample");
  });

  it("are never put beside a file, not even a hidden one", async () => {
    await put(".keep", "");
    expect(await addSamples()).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(await readdir(home.work)).toEqual([".keep"]);
  });

  it("go when they are removed; what was changed or added stays", async () => {
    value(await addSamples());
    const changed = join(home.work, "receipts/01-train.txt");
    await writeFile(changed, `${await readFile(changed, "utf8")}\nmine\n`);
    expect(await removeSamples()).toMatchObject({ samples: 0, isEmpty: false });
    expect(await readdir(home.work, { recursive: true })).toEqual(["receipts", "receipts/01-train.txt"]);
    expect(await readFile(changed, "utf8")).toContain("mine");
  });

  it("leave an empty folder behind, and nothing through a link", async () => {
    value(await addSamples());
    const outside = join(home.folder, "outside.md");
    await writeFile(outside, await readFile(join(home.work, "notes.md")));
    expect(await removeSamples()).toMatchObject({ samples: 0, isEmpty: true });
    await symlink(outside, join(home.work, "notes.md"));
    expect(await removeSamples()).toMatchObject({ samples: 0, isEmpty: false });
    expect(await readdir(home.work)).toEqual(["notes.md"]);
  });
});
