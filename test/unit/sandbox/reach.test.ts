import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { rootFolders } from "../../../src-main/policy/session-roots.ts";
import { reachOf, reachOfServer } from "../../../src-main/sandbox/reach.ts";
import { nodeFileSystem as files } from "../../../src-main/storage/file-system.ts";

async function personWith(names: readonly string[]) {
  const userHome = await realpath(await mkdtemp(join(tmpdir(), "perch-reach-")));
  onTestFinished(() => rm(userHome, { recursive: true, force: true }));
  for (const name of [...names, ".perch/workspace/.results/a", "work/a"]) {
    await mkdir(dirname(join(userHome, name)), { recursive: true });
    await writeFile(join(userHome, name), "");
  }
  const folders = rootFolders(join(userHome, ".perch"), "/app/resources");
  const surroundings = { files, folders, userHome };
  const at = (name: string): string => join(userHome, name);
  const reach = (workFolder = at("work"), skills: readonly string[] = []) =>
    reachOf({ workFolder, temp: "/tmp/own", skills }, surroundings);
  const reachServer = (folders: readonly string[], ...own: readonly string[]) =>
    reachOfServer({ folders, reads: [at(".perch/bundle")], own }, surroundings);
  return { at, reach, reachServer, userHome };
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

it("of Perch's home a server has its own cache alone, and what acts by itself stays as it is in each of its folders", async () => {
  const names = [".perch/cache/mcp/a/.git/HEAD", "work/.mcp.json", "other/.git/HEAD", ".ssh/id_ed25519", ".npmrc"];
  const { at, reachServer } = await personWith(names);
  const cache = at(".perch/cache/mcp/a");
  const paths = await reachServer([at("work"), at("other")], cache, "/tmp/own");
  expect(paths.allowWrite).toEqual([at("work"), at("other"), cache, "/tmp/own"]);
  expect(paths.denyRead).toEqual(expect.arrayContaining([at(".perch"), at(".ssh"), at(".npmrc")]));
  expect(paths.allowRead).toEqual([]);
  expect(paths.denyWrite).toEqual(expect.arrayContaining([at("work/.mcp.json"), at("other/.git/hooks")]));
  expect(paths.denyWrite.filter((path) => path.startsWith(at(".perch")))).toEqual([]);
});

it("of Perch's home a server reads the bundle that it came in, and writes none of it", async () => {
  const { at, reachServer } = await personWith([".perch/bundle/i.js"]);
  const paths = await reachServer([at("work")], "/tmp/own");
  expect(paths.allowRead).toEqual([at(".perch/bundle")]);
  expect(paths.allowWrite).toEqual([at("work"), "/tmp/own"]);
});

it("a server is lent a folder of secrets by its name alone, not by one within", async () => {
  const { at, reachServer } = await personWith([".aws/credentials", ".ssh/keys/a"]);
  expect((await reachServer([at(".aws")])).denyRead).not.toContain(at(".aws"));
  expect((await reachServer([at(".ssh/keys")])).denyRead).toContain(at(".ssh"));
});
