import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { rootFolders } from "../../../src-main/policy/session-roots.ts";
import { reachOf } from "../../../src-main/sandbox/reach.ts";
import { nodeFileSystem as files } from "../../../src-main/storage/file-system.ts";

async function personWith(names: readonly string[]) {
  const userHome = await realpath(await mkdtemp(join(tmpdir(), "perch-reach-")));
  onTestFinished(() => rm(userHome, { recursive: true, force: true }));
  for (const name of [...names, ".perch/workspace/.results/a", "work/a"]) {
    await mkdir(dirname(join(userHome, name)), { recursive: true });
    await writeFile(join(userHome, name), "");
  }
  const folders = rootFolders(join(userHome, ".perch"), "/app/resources");
  const at = (name: string): string => join(userHome, name);
  const reach = (workFolder = at("work"), skills: readonly string[] = []) =>
    reachOf({ workFolder, temp: "/tmp/own", skills }, { files, folders, userHome });
  return { at, reach, userHome };
}

it("what a home folder keeps secret is not read: folders, files of any name, and Perch's own", async () => {
  const secrets = [".ssh/id_ed25519", ".aws/credentials", ".config/google-chrome-beta/x", ".netrc", "server.pem"];
  const { at, reach } = await personWith([...secrets, ".config/other/x", "notes.md"]);
  const { denyRead, allowRead } = (await reach()).paths;
  const hidden = [".ssh", ".aws", ".config/google-chrome-beta", ".netrc", "server.pem", ".perch"].map(at);
  expect(denyRead).toEqual(expect.arrayContaining(hidden));
  expect(denyRead).not.toContain(at("notes.md"));
  expect(denyRead.some((path) => path.includes("other"))).toBe(false);
  expect(allowRead).toEqual([at(".perch/workspace/.results")]);
});

it("of Perch's own it reads the skills that are in use, and no others", async () => {
  const { at, reach } = await personWith([
    ".perch/workspace/skills/on/SKILL.md",
    ".perch/workspace/skills/off/SKILL.md",
  ]);
  const { allowRead } = (await reach(at("work"), [at(".perch/workspace/skills/on"), at(".perch/gone")])).paths;
  expect(allowRead).toEqual([at(".perch/workspace/skills/on"), at(".perch/workspace/.results")]);
});

it("what is written is the work folder and the temp folder, without what acts by itself in it", async () => {
  const names = [
    "work/.git/HEAD",
    "work/.git/config",
    "work/sub/.vscode/a.json",
    "work/.mcp.json",
    "work/package.json",
  ];
  const { at, reach } = await personWith([...names, "work/node_modules/x/.vscode/a.json"]);
  const { paths, acting } = await reach();
  expect(paths.allowWrite).toEqual([at("work"), "/tmp/own"]);
  expect(acting.toSorted()).toEqual(
    ["work/.git/config", "work/.git/hooks", "work/.mcp.json", "work/sub/.vscode"].map(at),
  );
  expect(paths.denyWrite).toEqual(expect.arrayContaining([...acting, at(".perch")]));
});

it("somebody who works in a folder of secrets has lent it", async () => {
  const { at, reach } = await personWith([".ssh/id_ed25519", ".aws/credentials"]);
  const { denyRead } = (await reach(at(".ssh"))).paths;
  expect(denyRead).not.toContain(at(".ssh"));
  expect(denyRead).toContain(at(".aws"));
});

it("in the home folder what shells run at their start cannot be made either", async () => {
  const { at, reach, userHome } = await personWith([]);
  expect((await reach(userHome)).acting).toEqual(expect.arrayContaining([at(".bashrc"), at(".zshenv")]));
});
