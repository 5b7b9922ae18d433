import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sweepTempFiles, writeFileAtomic } from "../../../src-main/storage/atomic-file.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { createFailingFileSystem } from "../../support/failing-file-system.ts";

let folder = "";
let path = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "perch-atomic-"));
  path = join(folder, "config.json");
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

describe("replacing a file", () => {
  test("a new file is for its owner alone, a mode that is asked for is kept to, and one that is there keeps its own", async () => {
    await writeFileAtomic(path, "1", { files: nodeFileSystem });
    expect(await modeOf(path)).toBe(0o600);
    await chmod(path, 0o640);
    await writeFileAtomic(path, "2", { files: nodeFileSystem });
    expect(await modeOf(path)).toBe(0o640);
    await writeFileAtomic(path, "3", { files: nodeFileSystem, mode: 0o600 });
    expect(await modeOf(path)).toBe(0o600);
    expect(await readFile(path, "utf8")).toBe("3");
  });

  test("the text is synced before the file gets its name, and the folder after", async () => {
    const { files, steps } = createFailingFileSystem();
    await writeFileAtomic(path, "text", { files });
    const order = ["handle.writeFile", "handle.sync", "handle.close", "rename", "open", "handle.sync"];
    expect(steps.slice(steps.indexOf("handle.writeFile"), -1)).toEqual(order);
  });

  test("a link stays a link, and the file it points to is replaced", async () => {
    await writeFile(join(folder, "real.json"), "old");
    await symlink("real.json", path);
    await writeFileAtomic(path, "new", { files: nodeFileSystem });
    expect(await readFile(join(folder, "real.json"), "utf8")).toBe("new");
    expect(await readdir(folder)).toEqual(["config.json", "real.json"]);
  });

  test("a failure at any step leaves the old or the new text and no other file", async () => {
    for (const code of ["ENOSPC", "EIO", "EACCES"]) {
      for (let at = 1; ; at += 1) {
        await writeFile(path, "old");
        const disk = createFailingFileSystem();
        disk.setFault({ at, code, lasts: "once" });
        const result = await writeFileAtomic(path, "new", { files: disk.files });
        if (disk.counted < at) break;
        expect(["old", "new"]).toContain(await readFile(path, "utf8"));
        if (result.ok) expect(await readFile(path, "utf8")).toBe("new");
        expect(await readdir(folder)).toEqual(["config.json"]);
      }
    }
  });

  test("many writers at once leave the text of one of them", async () => {
    const writes = Array.from({ length: 20 }, (_, n) =>
      writeFileAtomic(path, `${n}`.repeat(5000), { files: nodeFileSystem }),
    );
    expect((await Promise.all(writes)).every((result) => result.ok)).toBe(true);
    expect(await readFile(path, "utf8")).toMatch(/^(\d{1,2})\1{4999}$/);
    expect(await readdir(folder)).toEqual(["config.json"]);
  });

  test("a folder that is not there is told as a failure of storage", async () => {
    const result = await writeFileAtomic(join(folder, "no", "file"), "", { files: nodeFileSystem });
    expect(result).toMatchObject({ ok: false, error: { code: "storage", data: { cause: "ENOENT" } } });
  });
});

describe("sweeping", () => {
  test("a process that dies at any step leaves the old or the new text, and the next start leaves no other file (SEC-019)", async () => {
    for (let at = 1; ; at += 1) {
      await writeFile(path, "old", { mode: 0o600 });
      const disk = createFailingFileSystem();
      // Nothing works from this step on, clearing up neither.
      disk.setFault({ at, code: "EIO", lasts: "for-ever" });
      await writeFileAtomic(path, "new", { files: disk.files, mode: 0o600 });
      if (disk.counted < at) break;
      await sweepTempFiles(folder, nodeFileSystem);
      expect(["old", "new"]).toContain(await readFile(path, "utf8"));
      expect(await modeOf(path)).toBe(0o600);
      expect(await readdir(folder)).toEqual(["config.json"]);
    }
  });

  test("files of cut-off writes go, all others stay", async () => {
    const disk = createFailingFileSystem();
    disk.setFault({ at: 1, code: "EIO", lasts: "for-ever", only: ["rename", "rm"] });
    await expect(writeFileAtomic(path, "cut off", { files: disk.files })).resolves.toMatchObject({ ok: false });
    await writeFile(path, "mine");
    await writeFile(join(folder, ".notes.tmp"), "mine");
    expect(await readdir(folder)).toHaveLength(3);
    expect(await sweepTempFiles(folder, nodeFileSystem)).toEqual({ ok: true, value: 1 });
    expect(await readdir(folder)).toEqual([".notes.tmp", "config.json"]);
  });

  test("a folder that is not there has nothing to sweep", async () => {
    expect(await sweepTempFiles(join(folder, "no"), nodeFileSystem)).toEqual({ ok: true, value: 0 });
  });
});
