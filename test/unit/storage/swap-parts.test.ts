import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { orderSwap, settleSwap } from "../../../src-main/storage/swap-parts.ts";
import { createFailingFileSystem } from "../../support/failing-file-system.ts";
import { killedAfter } from "../../support/killed-file-system.ts";
import { value } from "../../support/test-home.ts";

/* Other files take the place of a home's, or none does. */

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "perch-swap-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const swap = { fresh: ["a.json", "workspace", "added.json"], gone: ["gone.json", "never.json"] };
const before = { "a.json": "old a", "gone.json": "old gone", "other.json": "other", workspace: "old note" };
const after = { "a.json": "new a", "added.json": "new added", "other.json": "other", workspace: "new note" };

async function layOut(): Promise<void> {
  await rm(home, { recursive: true, force: true });
  for (const [folder, age] of [
    [home, "old"],
    [join(home, "restore/new"), "new"],
  ] as const) {
    await mkdir(join(folder, "workspace"), { recursive: true });
    await writeFile(join(folder, "workspace/note"), `${age} note`);
    await writeFile(join(folder, "a.json"), `${age} a`);
  }
  await writeFile(join(home, "gone.json"), "old gone");
  await writeFile(join(home, "other.json"), "other");
  await writeFile(join(home, "restore/new/added.json"), "new added");
}

async function standing(): Promise<object> {
  const names = await readdir(home);
  const entries = names.map(async (name) => {
    const path = name === "workspace" ? join(home, name, "note") : join(home, name);
    return [name, await readFile(path, "utf8")] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe("a swap", () => {
  it("puts everything in place and leaves nothing beside it", async () => {
    await layOut();
    value(await orderSwap(home, swap, nodeFileSystem));
    expect(await settleSwap(home, nodeFileSystem)).toEqual({ kind: "swapped" });
    expect(await standing()).toEqual(after);
    expect(await settleSwap(home, nodeFileSystem)).toEqual({ kind: "none" });
  });

  it("that was not ordered is cleared away", async () => {
    await layOut();
    expect(await settleSwap(home, nodeFileSystem)).toEqual({ kind: "none" });
    expect(await standing()).toEqual(before);
  });

  it("is finished by the next start, wherever it was killed", async () => {
    for (let last = 0; ; last += 1) {
      await layOut();
      value(await orderSwap(home, swap, nodeFileSystem));
      const killed = killedAfter(last);
      const ended = await settleSwap(home, killed).catch(() => null);
      await killed.kill();
      await settleSwap(home, nodeFileSystem);
      expect(await standing(), `killed after ${last} changes`).toEqual(after);
      if (ended?.kind === "swapped") break;
    }
  });

  it("is undone where a name cannot be changed", async () => {
    for (let step = 1; ; step += 1) {
      await layOut();
      value(await orderSwap(home, swap, nodeFileSystem));
      const disk = createFailingFileSystem(nodeFileSystem);
      disk.setFault({ at: step, code: "EBUSY", lasts: "once", only: ["rename"] });
      const settled = await settleSwap(home, disk.files);
      if (settled.kind === "swapped") break;
      expect(settled).toMatchObject({ kind: "undone", reason: expect.stringContaining("EBUSY") });
      expect(await standing(), `rename ${step} failed`).toEqual(before);
    }
  });
});
