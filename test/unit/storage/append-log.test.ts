import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openAppendLog } from "../../../src-main/storage/append-log.ts";
import { createFailingFileSystem } from "../../support/failing-file-system.ts";

let home = "";
let path = "";
let backups = "";
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "perch-log-"));
  path = join(home, "logs", "a.jsonl");
  backups = join(home, "backups");
});
afterEach(() => rm(home, { recursive: true }));

const now = Date.parse("2026-11-27T23:01:00.123Z");

function open(platform: NodeJS.Platform = "linux") {
  const disk = createFailingFileSystem();
  const logged: string[] = [];
  const log = openAppendLog({
    path,
    backups,
    platform,
    files: disk.files,
    clock: { now: () => now },
    log: (_, message) => logged.push(message),
  });
  return { disk, log, logged };
}

const content = () => readFile(path, "utf8");
const record = (id: number) => JSON.stringify({ id, text: "é".repeat(40) });

async function writeLog(bytes: string | Buffer): Promise<void> {
  const { log } = open();
  await log.append(["{}"]);
  await log.release();
  await writeFile(path, bytes);
}

describe("appending", () => {
  test("a line is in the file, and the folder was synced for the new file, before the append resolves", async () => {
    const { disk, log } = open();
    expect(await log.append(['{"a":1}'])).toEqual({ ok: true, value: { size: 8 } });
    expect(await content()).toBe('{"a":1}\n');
    expect(disk.steps).toEqual([
      "open",
      "mkdir",
      "open",
      "handle.stat",
      "open",
      "handle.sync",
      "handle.close",
      "handle.write",
      "statNow",
    ]);
    await log.release();
  });

  test("one append is one write that waits for the disk, and a sync follows it where a write cannot wait", async () => {
    for (const [platform, steps] of [
      ["linux", ["statNow", "handle.write", "statNow"]],
      ["darwin", ["statNow", "handle.write", "handle.datasync", "statNow"]],
    ] as const) {
      const { disk, log } = open(platform);
      await log.append(["{}"]);
      const before = disk.steps.length;
      await log.append([record(1), record(2)]);
      expect(disk.steps.slice(before)).toEqual(steps);
      await log.release();
    }
  });

  test("appends of one moment share a write, in the order of the calls, each with its own size", async () => {
    const { disk, log } = open();
    await log.append(["{}"]);
    const before = disk.steps.length;
    const results = await Promise.all([log.append(["1"]), log.append(["22", "3"]), log.append(["é"])]);
    expect(results.map((result) => result.ok && result.value.size)).toEqual([5, 10, 13]);
    expect(await content()).toBe("{}\n1\n22\n3\né\n");
    expect(disk.steps.slice(before)).toEqual(["statNow", "handle.write", "statNow"]);
    await log.release();
  });

  test("a released log opens its file again and goes on", async () => {
    const { log } = open();
    await log.append(["1"]);
    await log.release();
    await log.append(["2"]);
    await log.release();
    expect(await content()).toBe("1\n2\n");
  });
});

describe("a failing disk", () => {
  test.each([
    ["ENOSPC", "disk-full"],
    ["EDQUOT", "disk-full"],
    ["EACCES", "read-only"],
    ["EROFS", "read-only"],
    ["EIO", "storage"],
    ["short-write", "disk-full"],
  ])("%s is told as %s, leaves nothing behind, and the next append works", async (code, expected) => {
    const { disk, log } = open();
    await log.append([record(1)]);
    disk.setFault({ at: 1, code, lasts: "once", only: ["handle.write"] });
    const failed = await log.append([record(2)]);
    expect(failed).toMatchObject({ ok: false, error: { code: expected, message: expect.stringContaining(path) } });
    expect(await content()).toBe(`${record(1)}\n`);
    expect((await log.append([record(3)])).ok).toBe(true);
    expect(await content()).toBe(`${record(1)}\n${record(3)}\n`);
    await log.release();
  });

  test("a failed write that cannot be cut off at once is cut off before the next append", async () => {
    const { disk, log, logged } = open("darwin");
    await log.append([record(1)]);
    // The write is in the file, its sync fails, and so does the cut.
    disk.setFault({ at: 1, code: "EIO", lasts: "for-ever", only: ["handle.datasync", "handle.truncate"] });
    expect((await log.append([record(2)])).ok).toBe(false);
    expect(await content()).toBe(`${record(1)}\n${record(2)}\n`);
    expect(logged).toContain("a failed write could not be cut off yet; the next append does it");
    expect((await log.append([record(3)])).ok).toBe(false);
    disk.heal();
    expect((await log.append([record(4)])).ok).toBe(true);
    await log.release();
    expect(await content()).toBe(`${record(1)}\n${record(4)}\n`);
  });

  test("what waits behind a failed append fails with it, so that there is no gap", async () => {
    const { disk, log } = open();
    await log.append(["0"]);
    disk.setFault({ at: 1, code: "ENOSPC", lasts: "once", only: ["handle.write"] });
    const large = "x".repeat(5_000_000);
    const results = await Promise.all([log.append([large]), log.append([large]), log.append(["3"])]);
    expect(results.map((result) => result.ok)).toEqual([false, false, false]);
    expect(await content()).toBe("0\n");
    expect((await log.append(["4"])).ok).toBe(true);
    await log.release();
  });

  test.each(["linux", "darwin"] as const)(
    "a fault at any step of appends never costs a line that was told to be saved (%s)",
    async (platform) => {
      for (const code of ["ENOSPC", "EIO", "EACCES", "short-write"]) {
        for (const lasts of ["once", "for-ever"] as const) {
          for (let at = 1; ; at += 1) {
            await rm(join(home, "logs"), { recursive: true, force: true });
            const { disk, log } = open(platform);
            disk.setFault({ at, code, lasts });
            const saved: string[] = [];
            for (const line of [record(1), record(2), record(3)]) if ((await log.append([line])).ok) saved.push(line);
            const wasReached = disk.counted >= at;
            disk.heal();
            expect((await log.append([record(4)])).ok).toBe(true);
            await log.release();
            expect(await content()).toBe([...saved, record(4), ""].join("\n"));
            if (!wasReached) break;
          }
        }
      }
    },
  );
});

describe("a torn tail", () => {
  test.each([
    ["half a record", Buffer.from('{"id":"m4","role":"assi')],
    ["bytes of zero after a power cut", Buffer.alloc(4096)],
    ["half a character", Buffer.from("é").subarray(0, 1)],
  ])("%s is kept in the backups and cut off by the first append", async (_, tail) => {
    await writeLog(Buffer.concat([Buffer.from('{"id":"m1"}\n'), tail]));
    const { log } = open();
    expect(await readdir(home)).toEqual(["logs"]);
    expect((await log.append(['{"id":"m5"}'])).ok).toBe(true);
    await log.release();
    expect(await content()).toBe('{"id":"m1"}\n{"id":"m5"}\n');
    expect(await readdir(backups)).toEqual(["a.jsonl-20261127T230100123Z.torn"]);
    expect(await readFile(join(backups, "a.jsonl-20261127T230100123Z.torn"))).toEqual(tail);
  });

  test("a whole record that only lacks its line feed is kept in its place", async () => {
    await writeLog('{"id":"m1"}\n{"id":"m2"}');
    const { log } = open();
    expect(await log.append(['{"id":"m3"}'])).toEqual({ ok: true, value: { size: 36 } });
    await log.release();
    expect(await content()).toBe('{"id":"m1"}\n{"id":"m2"}\n{"id":"m3"}\n');
  });

  test("a tail that cannot be copied is not cut off, and the append fails", async () => {
    await writeLog('{"id":"m1"}\n{"id":"m2');
    const { disk, log } = open();
    disk.setFault({ at: 1, code: "ENOSPC", lasts: "for-ever", only: ["handle.writeFile"] });
    expect(await log.append(["{}"])).toMatchObject({ ok: false, error: { code: "disk-full" } });
    expect(await content()).toBe('{"id":"m1"}\n{"id":"m2');
    expect(await readdir(backups)).toEqual([]);
    disk.heal();
    expect((await log.append(["{}"])).ok).toBe(true);
    await log.release();
  });

  test("two tails of one moment are both kept", async () => {
    for (const tail of ['{"one', '{"two']) {
      await writeLog(`{}\n${tail}`);
      const { log } = open();
      await log.append(["{}"]);
      await log.release();
    }
    expect(await readdir(backups)).toHaveLength(2);
  });
});
