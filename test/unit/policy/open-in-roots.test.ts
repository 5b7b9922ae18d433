import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test } from "vitest";
import { openFolderInRoots, openInRoots } from "../../../src-main/policy/open-in-roots.ts";
import { createToolBench, type ToolBench } from "../../support/tool-context.ts";

/** Swaps ws/d between a real folder and a link to the outside as fast as it can, until the test ends. */
async function startSwapping(bench: ToolBench): Promise<void> {
  await mkdir(bench.at("d"));
  await writeFile(bench.at("d", "secret.txt"), "inside");
  await writeFile(join(bench.outside, "secret.txt"), "canary");
  await symlink(bench.outside, bench.at("link"));
  const script = `
    const { renameSync, rmSync } = require("node:fs");
    const { parentPort, workerData: [d, real, link] } = require("node:worker_threads");
    parentPort.postMessage("started");
    const put = (from) => {
      // The one who is tested may have made a folder here meanwhile.
      for (;;) try { return renameSync(from, d); } catch { try { rmSync(d, { recursive: true }); } catch {} }
    };
    for (;;) { renameSync(d, real); put(link); renameSync(d, link); put(real); }`;
  const worker = new Worker(script, { eval: true, workerData: [bench.at("d"), bench.at("real"), bench.at("link")] });
  onTestFinished(async () => {
    await worker.terminate();
  });
  await new Promise((resolve) => worker.once("message", resolve));
}

/** `npm run torture -- --paths` makes 100,000 of them. */
const tries = Number(process.env["PERCH_SWAPS"] ?? 3000);

// The promise against a steady swapper is made where the system can keep it.
const pinning = process.platform === "linux" ? describe : () => undefined;

pinning("a folder that is swapped for a link while it is opened (SEC-031)", () => {
  test("is never read outside", { timeout: 3_600_000 }, async () => {
    const bench = await createToolBench();
    await startSwapping(bench);
    const seen = { inside: 0, refused: 0, escaped: 0 };
    for (let attempt = 0; attempt < tries; attempt++) {
      const opened = await openInRoots("d/secret.txt", "read", bench.context);
      if (!opened.ok) {
        seen.refused++;
        continue;
      }
      const text = await opened.value.handle.readFile("utf8");
      await opened.value.handle.close();
      if (text === "inside") seen.inside++;
      else seen.escaped++;
    }
    expect(seen.escaped).toBe(0);
    expect(seen.inside).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(0);
  });

  test("is never written outside", async () => {
    const bench = await createToolBench();
    await startSwapping(bench);
    let written = 0;
    for (let attempt = 0; attempt < 400; attempt++) {
      const result = await bench.call("write_file", { path: "d/new.txt", content: `try ${attempt}` });
      if (result.kind === "done") written++;
    }
    expect(written).toBeGreaterThan(0);
    expect(await readdir(bench.outside)).toEqual(["secret.txt"]);
    expect(await readFile(join(bench.outside, "secret.txt"), "utf8")).toBe("canary");
  });

  test("gets no new folders outside", async () => {
    const bench = await createToolBench();
    await startSwapping(bench);
    for (let attempt = 0; attempt < 400; attempt++) {
      const opened = await openFolderInRoots(`d/a${attempt}/b`, { access: "write", create: true }, bench.context);
      if (opened.ok) await opened.value.handle.close();
    }
    expect(await readdir(bench.outside)).toEqual(["secret.txt"]);
  });
});

describe("where the system cannot tell a handle's path", () => {
  test.each(["before", "after"] as const)("a swap right %s opening is seen", async (moment) => {
    const bench = await createToolBench();
    await mkdir(bench.at("d"));
    await writeFile(bench.at("d", "secret.txt"), "inside");
    await writeFile(join(bench.outside, "secret.txt"), "canary");
    const { files } = bench.context;
    const swap = async () => {
      await files.rename(bench.at("d"), bench.at("real"));
      await symlink(bench.outside, bench.at("d"));
    };
    const open: typeof files.open = async (...parameters) => {
      if (moment === "before") await swap();
      const handle = await files.open(...parameters);
      if (moment === "after") await swap();
      return handle;
    };
    const context = { ...bench.context, platform: "darwin" as const, files: { ...files, open } };
    const opened = await openInRoots("d/secret.txt", "read", context);
    expect(opened).toMatchObject({ ok: false, error: { reason: "outside" } });
  });
});

describe("an opened folder", () => {
  test.each([process.platform, "darwin"] as const)("is made with its parents, on %s", async (platform) => {
    const bench = await createToolBench({ platform });
    const opened = await openFolderInRoots("a/b/c", { access: "write", create: true }, bench.context);
    if (!opened.ok) throw new Error(opened.error.message);
    await using folder = opened.value;
    expect(folder.path).toBe(bench.at("a/b/c"));
    expect(await folder.isUnchanged()).toBe(true);
    await writeFile(folder.at("x"), "1");
    expect(await readFile(bench.at("a/b/c/x"), "utf8")).toBe("1");
  });

  test("notices elsewhere that its name leads to another folder now", async () => {
    const bench = await createToolBench({ platform: "darwin" });
    await mkdir(bench.at("d"));
    const opened = await openFolderInRoots("d", { access: "write" }, bench.context);
    if (!opened.ok) throw new Error(opened.error.message);
    await using folder = opened.value;
    await bench.context.files.rename(bench.at("d"), bench.at("old"));
    await symlink(bench.outside, bench.at("d"));
    expect(await folder.isUnchanged()).toBe(false);
  });

  test("is not made where its root is missing", async () => {
    const bench = await createToolBench();
    const gone = join(bench.base, "gone");
    const context = {
      ...bench.context,
      workFolder: gone,
      roots: { list: [{ path: gone, kind: "work", access: "write" }] as const, restricted: true },
    };
    const opened = await openFolderInRoots("a", { access: "write", create: true }, context);
    expect(opened).toMatchObject({ ok: false, error: { message: `The folder ${gone} does not exist.` } });
    expect(await readdir(bench.base)).not.toContain("gone");
  });

  test("a file or a link that took the place of a folder is refused", async () => {
    const bench = await createToolBench();
    await writeFile(bench.at("file"), "x");
    const opened = await openFolderInRoots("file", { access: "read" }, bench.context);
    expect(opened).toMatchObject({ ok: false, error: { reason: "not-a-folder" } });
  });
});
