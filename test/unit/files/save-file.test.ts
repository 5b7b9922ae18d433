import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openFile } from "../../../src-main/files/open-file.ts";
import { type SaveDependencies, saveFile } from "../../../src-main/files/save-file.ts";
import { placeOfOneRoot } from "../../../src-main/policy/one-root.ts";
import { pathGuard } from "../../../src-main/policy/open-in-roots.ts";
import type { PathContext } from "../../../src-main/policy/path-guard.ts";
import { type FileSystem, nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { encodeChange } from "../../../src-main/tools/encode-text.ts";
import { readExisting } from "../../../src-main/tools/existing-file.ts";
import { magicType } from "../../../src-main/tools/media-type.ts";
import { createPathLock } from "../../../src-main/tools/path-lock.ts";
import { replaceFile } from "../../../src-main/tools/replace-file.ts";
import { createChunkDecoder, detectEncoding } from "../../../src-main/tools/text-encoding.ts";
import { maxEditedBytes } from "../../../src-preload/contract/files.ts";
import { fail } from "../../../src-preload/contract/result.ts";
import { gate } from "../../support/agent-bench.ts";
import { createFailingFileSystem } from "../../support/failing-file-system.ts";
import { killedAfter } from "../../support/killed-file-system.ts";
import { createSystemClock } from "../../support/system-clock.ts";
import { value } from "../../support/test-home.ts";

/* A file that a person edits: all of what they did not change stays, and what others wrote is never written over. */

let folder: string;
let work: string;
const at = (...names: readonly string[]): string => join(work, ...names);
const locks = createPathLock();
const deps: SaveDependencies = {
  guard: pathGuard,
  clock: createSystemClock(),
  log: () => undefined,
  contents: { magicType, detectEncoding, createChunkDecoder, pdfText: async () => fail("no PDF here") },
  readExisting,
  encodeChange,
  replaceFile,
  locks,
  saves: async () => undefined,
  childEnv: {},
};

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "perch-save-")));
  work = join(folder, "work");
  await mkdir(work);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function placeOn(files: FileSystem): Promise<PathContext> {
  const machine = { userHome: folder, platform: process.platform };
  return value(await placeOfOneRoot(files, machine, { kind: "work", path: work, access: "write" }));
}
const open = async (path: string, files = nodeFileSystem) => openFile(path, await placeOn(files), deps);
async function save(path: string, text: string, base: string | null, files: FileSystem = nodeFileSystem) {
  return saveFile({ path, text, base }, await placeOn(files), deps);
}
/** Opens a file, puts a text in place of another in it, and saves. */
async function edit(path: string, from: string, to: string, files?: FileSystem) {
  const { text, version } = value(await open(path));
  expect(text).toContain(from);
  return save(path, text.replace(from, to), version, files);
}
const codeOf = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? "ok" : result.error?.code);

describe("what is not changed stays as it is", () => {
  const latin = Buffer.from("gr\u00fc\u00dfe an alle, sch\u00f6ne Tage\nzwei\n", "latin1");
  it.each([
    ["plain text", Buffer.from("one\ntwo\n"), Buffer.from("one\n2\n")],
    ["no line at its end", Buffer.from("one\ntwo"), Buffer.from("one\n2")],
    ["a byte order mark", Buffer.from("\ufeffone\ntwo\n"), Buffer.from("\ufeffone\n2\n")],
    ["lines of Windows", Buffer.from("one\r\ntwo\r\n"), Buffer.from("one\r\n2\r\n")],
    ["lines of an old Mac", Buffer.from("one\rtwo\rthree"), Buffer.from("one\r2\rthree")],
    ["ends of several kinds", Buffer.from("a\r\nb\nc\r\ntwo\nd\n\re\r\n"), Buffer.from("a\r\nb\nc\r\n2\r\nd\n\re\r\n")],
    ["UTF-16", Buffer.from("\ufeffone\r\ntwo\r\n", "utf16le"), Buffer.from("\ufeffone\r\n2\r\n", "utf16le")],
    [
      "broken bytes",
      Buffer.from("\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9 \xff\ntwo\n", "latin1"),
      null,
    ],
  ])("%s", async (_what, before, after) => {
    await writeFile(at("a.txt"), before);
    const saved = await edit("a.txt", "two", "2");
    const now = await readFile(at("a.txt"));
    if (after !== null) expect(now).toEqual(after);
    // What is no text in its encoding goes through the bytes that it was read from.
    else expect(now.subarray(0, 13)).toEqual(before.subarray(0, 13));
    expect(value(saved)).toEqual(value(await open("a.txt")));
  });

  it("an old encoding, which says what it cannot hold and then writes nothing", async () => {
    await writeFile(at("a.txt"), latin);
    value(await edit("a.txt", "zwei", "drei für alle"));
    expect((await readFile(at("a.txt"))).toString("latin1")).toBe(
      "gr\u00fc\u00dfe an alle, sch\u00f6ne Tage\ndrei f\u00fcr alle\n",
    );
    expect(codeOf(await edit("a.txt", "drei", "\u65e5\u672c"))).toBe("invalid-input");
    expect((await readFile(at("a.txt"))).toString("latin1")).toContain("drei");
  });

  it("its permissions, and the file that a link within the folder leads to", async () => {
    await writeFile(at("run.sh"), "echo one\n");
    await chmod(at("run.sh"), 0o755);
    await symlink("run.sh", at("link.sh"));
    value(await edit("link.sh", "one", "two"));
    expect(await readFile(at("run.sh"), "utf8")).toBe("echo two\n");
    expect((await stat(at("run.sh"))).mode & 0o777).toBe(0o755);
    expect((await readdir(work)).toSorted()).toEqual(["link.sh", "run.sh"]);
  });
});

describe("what others wrote", () => {
  it("is a conflict that tells what stands there now, and nothing is written", async () => {
    await writeFile(at("a.txt"), "one\n");
    const { version } = value(await open("a.txt"));
    await writeFile(at("a.txt"), "theirs\r\n");
    const refused = await save("a.txt", "mine\n", version);
    const theirs = value(await open("a.txt"));
    expect(refused).toMatchObject({ error: { code: "conflict", data: { text: "theirs\n", version: theirs.version } } });
    expect(await readFile(at("a.txt"), "utf8")).toBe("theirs\r\n");
    value(await save("a.txt", "both\n", theirs.version));
    expect(await readFile(at("a.txt"), "utf8")).toBe("both\r\n");
  });

  it("is a conflict where it took the file away, which can then be saved again with its folder", async () => {
    await mkdir(at("in"));
    await writeFile(at("in/a.txt"), "one\n");
    const { version } = value(await open("in/a.txt"));
    await rm(at("in"), { recursive: true });
    expect(await save("in/a.txt", "mine\n", version)).toMatchObject({
      error: { code: "conflict", data: { text: "", version: null } },
    });
    value(await save("in/a.txt", "mine\n", null));
    expect(await readFile(at("in/a.txt"), "utf8")).toBe("mine\n");
    expect(codeOf(await save("in/a.txt", "again\n", null))).toBe("conflict");
  });

  it("is a conflict for the later of two saves at once", async () => {
    await writeFile(at("a.txt"), "one\n");
    const { version } = value(await open("a.txt"));
    const texts = ["one of them\n", "the other\n"];
    const codes = (await Promise.all(texts.map((text) => save("a.txt", text, version)))).map(codeOf);
    expect(codes.toSorted()).toEqual(["conflict", "ok"]);
    expect(await readFile(at("a.txt"), "utf8")).toBe(texts[codes.indexOf("ok")]);
  });

  it("by a tool that holds the path is waited for, and is a conflict then", async () => {
    await writeFile(at("a.txt"), "one\n");
    const { version } = value(await open("a.txt"));
    const tool = gate();
    const held = locks.hold(at("a.txt"), new AbortController().signal, async () => {
      await tool.opened;
      await writeFile(at("a.txt"), "tool's\n");
    });
    const saving = save("a.txt", "mine\n", version);
    tool.open();
    await held;
    expect(codeOf(await saving)).toBe("conflict");
    expect(await readFile(at("a.txt"), "utf8")).toBe("tool's\n");
  });

  it("in the very moment of the write is seen, and kept", async () => {
    await writeFile(at("a.txt"), "one\n");
    const { version } = value(await open("a.txt"));
    const saves = (): Promise<void> => writeFile(at("a.txt"), "theirs meanwhile\n");
    const place = await placeOn(nodeFileSystem);
    const saved = await saveFile({ path: "a.txt", text: "mine\n", base: version }, place, { ...deps, saves });
    expect(codeOf(saved)).toBe("conflict");
    expect(await readFile(at("a.txt"), "utf8")).toBe("theirs meanwhile\n");
  });

  it("is no text any more: nothing is written over it", async () => {
    await writeFile(at("a.txt"), "one\n");
    const { version } = value(await open("a.txt"));
    await writeFile(at("a.txt"), Buffer.from([0, 1, 2, 3, 0, 0, 9]));
    expect(codeOf(await save("a.txt", "mine\n", version))).toBe("conflict");
    expect(await readFile(at("a.txt"))).toEqual(Buffer.from([0, 1, 2, 3, 0, 0, 9]));
  });
});

describe("what cannot be saved", () => {
  it.each(["../out.txt", "/etc/perch-test", "in/../../out.txt", "out/secret.txt", "secret-link"])(
    "a path that leads out of the work folder: %s",
    async (path) => {
      await mkdir(join(folder, "outside"));
      await writeFile(join(folder, "outside/secret.txt"), "secret");
      await symlink(join(folder, "outside"), at("out"));
      await symlink(join(folder, "outside/secret.txt"), at("secret-link"));
      for (const base of [null, "x"]) expect(codeOf(await save(path, "mine", base))).toBe("forbidden");
      expect(await readFile(join(folder, "outside/secret.txt"), "utf8")).toBe("secret");
      expect(await readdir(folder)).toEqual(["outside", "work"]);
    },
  );

  it("a folder, the work folder itself, a name that no file can have", async () => {
    await mkdir(at("in"));
    for (const path of ["in", "", "."]) expect(codeOf(await save(path, "mine", null))).toBe("storage");
    expect(codeOf(await save("a\0b", "mine", null))).toBe("invalid-input");
    expect(await readdir(at("in"))).toEqual([]);
  });

  it.each(["ENOSPC", "EIO"])("on a disk that fails at any step of it (%s): the old text is whole", async (code) => {
    await writeFile(at("a.txt"), "one\n");
    for (let step = 1; ; step += 1) {
      const disk = createFailingFileSystem();
      const place = await placeOn(disk.files);
      const { version } = value(await open("a.txt"));
      disk.setFault({ at: step, code, lasts: "for-ever", only: ["open", "handle.writeFile", "handle.sync", "rename"] });
      const saved = await saveFile({ path: "a.txt", text: `now ${step}\n`, base: version }, place, deps);
      if (saved.ok) {
        expect(step).toBeGreaterThan(4);
        return;
      }
      expect(await readFile(at("a.txt"), "utf8")).toBe("one\n");
      expect(["disk-full", "storage", "invalid-input"]).toContain(saved.error.code);
    }
  });

  it("says that the disk is full", async () => {
    await writeFile(at("a.txt"), "one\n");
    const disk = createFailingFileSystem();
    disk.setFault({ at: 1, code: "ENOSPC", lasts: "for-ever", only: ["handle.writeFile"] });
    expect(codeOf(await edit("a.txt", "one", "two", disk.files))).toBe("disk-full");
    expect(await readdir(work)).toEqual(["a.txt"]);
  });

  it("by a process that ends half-way: the old or the new text is there, whole", async () => {
    await writeFile(at("a.txt"), "one\n");
    for (let last = 0; ; last += 1) {
      await writeFile(at("a.txt"), "one\n");
      const { version } = value(await open("a.txt"));
      const files = killedAfter(last);
      await save("a.txt", "two\n", version, files).catch(() => undefined);
      expect(["one\n", "two\n"]).toContain(await readFile(at("a.txt"), "utf8"));
      if (files.changes() <= last) return;
    }
  });
});

describe("a file that is opened", () => {
  it("is shown, and not edited, where it is no text or a very large one", async () => {
    await writeFile(at("p.png"), Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(20)]));
    await writeFile(at("b.bin"), Buffer.from([0, 1, 2, 3, 0, 0, 9]));
    await writeFile(at("big.txt"), "x".repeat(maxEditedBytes + 1));
    expect(value(await open("p.png"))).toMatchObject({ text: "", preview: { kind: "image" }, readOnly: null });
    expect(value(await open("b.bin"))).toMatchObject({ text: "", preview: { kind: "binary" } });
    expect(value(await open("big.txt"))).toMatchObject({
      readOnly: "too-large",
      preview: { kind: "text", truncated: true },
    });
    await writeFile(at("big.txt"), "x".repeat(maxEditedBytes));
    expect(value(await open("big.txt"))).toMatchObject({ readOnly: null, preview: null, size: maxEditedBytes });
  });

  it("can be read alone where the system keeps it so, or where bytes of it would be lost", async () => {
    await writeFile(at("a.txt"), "one\n");
    const disk = createFailingFileSystem();
    disk.setFault({ at: 1, code: "EACCES", lasts: "for-ever", only: ["access"] });
    expect(value(await open("a.txt", disk.files)).readOnly).toBe("system");
    await writeFile(
      at("half.txt"),
      Buffer.concat([Buffer.from("\ufeffone\n", "utf16le"), Buffer.from([0x00, 0xd8, 0x61, 0])]),
    );
    expect(value(await open("half.txt")).readOnly).toBe("damaged");
  });

  it("is another version with each content, and the same with the same", async () => {
    await writeFile(at("a.txt"), "one\n");
    await link(at("a.txt"), at("b.txt"));
    const [a, b] = [value(await open("a.txt")), value(await open("./b.txt"))];
    expect(a.version).toBe(b.version);
    expect(b.path).toBe("b.txt");
    expect(codeOf(await open("gone.txt"))).toBe("not-found");
    expect(codeOf(await open("../work"))).toBe("invalid-input");
  });
});
