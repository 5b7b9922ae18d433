import { mkdir, mkdtemp, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRoots, rootFolders } from "../../../src-main/policy/session-roots.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";

async function createPlace() {
  const base = await realpath(await mkdtemp(join(tmpdir(), "perch-roots-")));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const home = join(base, "home");
  await mkdir(join(home, "workspace"), { recursive: true });
  const open = (workFolder: string, create = false) =>
    openRoots(nodeFileSystem, rootFolders(home, join(base, "resources")), { workFolder, create, restricted: true });
  return { base, home, open };
}

test.each(["work", "./work", "../work", "", "C:work"])(
  "a work folder %j that is no whole path is refused",
  async (path) => {
    const { open } = await createPlace();
    expect(await open(path, true)).toMatchObject({ ok: false, error: { code: "invalid-input" } });
  },
);

test.each(["/etc/perch-test-folder", "/usr/bin/perch-test-folder", "/proc/perch-test-folder"])(
  "nothing is made at %s, among the files of the system",
  async (path) => {
    const { open } = await createPlace();
    expect(await open(path, true)).toMatchObject({ ok: false, error: { code: "forbidden" } });
    await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
  },
);

test.each(["", "logs", "ledger"])("Perch's own home is no work folder: %j in it", async (name) => {
  const { home, open } = await createPlace();
  await mkdir(join(home, name), { recursive: true });
  expect(await open(join(home, name))).toMatchObject({ ok: false, error: { code: "forbidden" } });
});

test("the default work folder is made; the workspace and what holds the home can be worked in", async () => {
  const { base, home, open } = await createPlace();
  expect(await open(join(base, "new/er"), true)).toMatchObject({ ok: true });
  expect(await open(join(home, "workspace"))).toMatchObject({ ok: true, value: { reserved: home } });
  expect(await open(base)).toMatchObject({ ok: true, value: { reserved: home } });
});
