import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createSkillFinder } from "../../../../src-main/knowledge/skills/find-skills.ts";
import type { Skill } from "../../../../src-main/knowledge/skills/skill.ts";
import { nodeFileSystem } from "../../../../src-main/storage/file-system.ts";

let folder: string;
const files = { ...nodeFileSystem };
const reads = vi.spyOn(files, "readFile");
let find: () => Promise<readonly Skill[]>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "perch-skills-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ["workspace/skills", "app"]) await mkdir(join(folder, name), { recursive: true });
  find = createSkillFinder({
    files,
    // As if all of it had been there for long.
    clock: { now: () => Date.now() + 60_000 },
    log: () => undefined,
    workspace: join(folder, "workspace"),
    builtIn: join(folder, "app"),
  });
});

const own = (...names: readonly string[]) => join(folder, "workspace/skills", ...names);

async function add(path: string, head = "description: Makes plans.", body = "Do it."): Promise<void> {
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, `---\n${head}\n---\n${body}`);
}

/** As `name: path` or `entry: problem`. */
async function told(): Promise<readonly string[]> {
  return (await find()).map((skill) =>
    skill.kind === "usable" ? `${skill.name}: ${skill.shownPath}` : `${skill.entry}: ${skill.problem}`,
  );
}

it("finds the person's own skills and those of the app, by name", async () => {
  await add(own("plans/SKILL.md"));
  await add(join(folder, "app/weather/SKILL.md"));
  expect(await told()).toEqual(["plans: skills/plans/SKILL.md", "weather: built-in/weather/SKILL.md"]);
});

it("uses a folder with a blank, with other letters, a link inside, and skill.md in small letters", async () => {
  await add(own("My Plans/SKILL.md"));
  await add(own("報告/SKILL.md"));
  await add(own("lower/skill.md"));
  await symlink(own("lower"), own("linked"));
  await writeFile(own("linked/skill.md"), "---\nname: other\ndescription: x\n---\n");
  expect(await told()).toEqual([
    "my-plans: skills/My Plans/SKILL.md",
    // Both are one file: the first counts, the other says so.
    "other: skills/linked/skill.md",
    "lower: Another of your skills, “linked”, has the same name, so this one is never used.",
    "報告: skills/報告/SKILL.md",
  ]);
});

it("says of everything else why it is not used", async () => {
  await add(join(folder, "outside/SKILL.md"));
  await symlink(join(folder, "outside"), own("a-link-out"));
  await symlink(join(folder, "nowhere"), own("b-dead-link"));
  await add(own("c-group/inner/SKILL.md"));
  await mkdir(own("d-empty"));
  await writeFile(own("e-loose.md"), "x");
  await mkdir(own("f-folder/SKILL.md"), { recursive: true });
  await add(own("g-large/SKILL.md"), "description: x", "x".repeat(300_000));
  await add(own("h-js/SKILL.md"));
  await writeFile(own("h-js/SKILL.md"), "---js\nglobalThis.ran = true;\n---\n");
  await writeFile(own("notes.txt"), "no skill");
  await mkdir(own(".git"));
  const lines = await told();
  expect(lines.map((line) => line.split(":")[0])).toEqual([
    "a-link-out",
    "b-dead-link",
    "c-group",
    "d-empty",
    "e-loose.md",
    "f-folder",
    "g-large",
    "h-js",
  ]);
  const reasons = ["another place", "leads nowhere", "one folder too deep", "no SKILL.md", "is a folder with"];
  for (const [index, reason] of [...reasons, "is not a file", "more than 256 KB", "never run"].entries()) {
    expect(lines[index]).toContain(reason);
  }
  expect(Reflect.get(globalThis, "ran")).toBeUndefined();
});

it("takes the person's own before that of the app, and says so", async () => {
  await add(own("sky/SKILL.md"), "name: weather\ndescription: mine");
  await add(join(folder, "app/weather/SKILL.md"));
  expect(await told()).toEqual([
    "weather: skills/sky/SKILL.md",
    "weather: Your own skill “sky” has the same name and is used in its place.",
  ]);
});

it("reads nothing anew that has not changed, and what has changed at once", async () => {
  await add(own("plans/SKILL.md"));
  await find();
  const settled = reads.mock.calls.length;
  await find();
  await add(own("plans/SKILL.md"), "description: Makes other plans.");
  expect((await find())[0]).toMatchObject({ description: "Makes other plans." });
  expect(reads.mock.calls.length).toBe(settled + 1);
});

it("has no skills where there is no folder of them", async () => {
  await rm(join(folder, "workspace"), { recursive: true });
  await rm(join(folder, "app"), { recursive: true });
  expect(await told()).toEqual([]);
});
