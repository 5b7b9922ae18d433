import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Assistant } from "../../../src-main/assistant.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { SkillOrigin, SkillPreview } from "../../../src-preload/contract/skills.ts";
import { makeZip, type ZipEntry } from "../../support/make-zip.ts";
import { createTestHome, type TestHome, terminal, value } from "../../support/test-home.ts";

let home: TestHome;
let assistant: Assistant;
let client: Connection;
let skills: string;

beforeEach(async () => {
  home = await createTestHome();
  assistant = home.open();
  client = assistant.connect(terminal);
  skills = join(home.home, "workspace", "skills");
});
afterEach(() => home[Symbol.asyncDispose]());

const rows = async () => value(await client.request("skill.list", {})).skills;
const rowOf = async (name: string) => (await rows()).find((row) => row.name === name);
const codeOf = (result: { readonly ok: boolean; readonly error?: unknown }) =>
  result.ok ? "ok" : Reflect.get(Object(result.error), "code");
const preview = async (origin: SkillOrigin) => value(await client.request("skill.preview", { origin }));
const zip = (...entries: readonly ZipEntry[]): SkillOrigin => {
  return { kind: "zip", base64: makeZip(entries).toString("base64") };
};
const bringIn = ({ token }: SkillPreview, ...names: readonly string[]) =>
  client.request("skill.import", { token, names: [...names] });
const head = (description: string) => `---\ndescription: ${description}\n---\nDo it.\n`;

describe("the list", () => {
  it("has what comes with the app, usable as it is", async () => {
    const names = [
      "github",
      "memory",
      "pdf",
      "schedules",
      "skill-creator",
      "spreadsheets",
      "summarise",
      "tmux",
      "weather",
    ];
    const builtIn = (await rows()).filter(({ source }) => source === "built-in");
    expect(builtIn.map(({ name }) => name)).toEqual(names);
    expect(builtIn.map(({ problem }) => problem).join("")).toBe("");
    expect(builtIn.every(({ path, name }) => path === `built-in/${name}/SKILL.md`)).toBe(true);
  });
});

describe("switching", () => {
  it("is kept in the settings, by name", async () => {
    expect(codeOf(await client.request("skill.enable", { name: "weather", enabled: false }))).toBe("ok");
    expect(await rowOf("weather")).toMatchObject({ state: "off" });
    const config = JSON.parse(await readFile(join(home.home, "config.json"), "utf8"));
    expect(config).toMatchObject({ skills: { disabled: ["weather"] } });
    value(await client.request("skill.enable", { name: "weather", enabled: true }));
    expect(await rowOf("weather")).toMatchObject({ state: "ready" });
  });

  it("loses nothing where several are switched at the same time", async () => {
    const names = ["weather", "summarise", "memory"];
    await Promise.all(names.map((name) => client.request("skill.enable", { name, enabled: false })));
    const off = (await rows()).filter(({ state }) => state === "off").map(({ name }) => name);
    expect(off).toEqual(names.toSorted());
  });

  it("knows no skill that is not there", async () => {
    expect(codeOf(await client.request("skill.enable", { name: "nothing", enabled: false }))).toBe("not-found");
  });
});

describe("a new skill", () => {
  it("is made of the template, and can be used at once", async () => {
    const made = value(
      await client.request("skill.create", { name: "Weekly Report", description: "On Fridays: the report." }),
    );
    expect(made.path).toBe("skills/weekly-report/SKILL.md");
    expect(await rowOf("weekly-report")).toMatchObject({ description: "On Fridays: the report.", state: "ready" });
  });

  it.each(['a "b" \\ c', "true", "# x", "- y", "{name}", "$& $1", "😀 ümläut: x #y"])(
    "says just what was typed: %s",
    async (description) => {
      value(await client.request("skill.create", { name: "one", description }));
      expect(await rowOf("one")).toMatchObject({ description, state: "ready" });
    },
  );

  it("without a description is there with its problem", async () => {
    value(await client.request("skill.create", { name: "one", description: "" }));
    expect(await rowOf("one")).toMatchObject({ state: "unusable", problem: expect.stringContaining("no description") });
  });

  it.each(["", "../up", "a/b", "con", ".hidden", "a\u202Eb", "x".repeat(150)])("cannot be called %j", async (name) => {
    expect(codeOf(await client.request("skill.create", { name, description: "x" }))).toBe("invalid-input");
  });

  it("takes no name that one of the person's own has", async () => {
    value(await client.request("skill.create", { name: "one", description: "x" }));
    expect(codeOf(await client.request("skill.create", { name: "One", description: "y" }))).toBe("conflict");
    expect(await rowOf("one")).toMatchObject({ description: "x" });
  });
});

describe("an import", () => {
  it("shows files and scripts first, and writes just these; new scripts leave it switched off", async () => {
    const shown = await preview(
      zip(
        { name: "repo/plans/SKILL.md", content: head("Makes plans.") },
        { name: "repo/plans/scripts/run.sh", content: "#!/bin/sh\necho hi\n", mode: 0o100755 },
        { name: "repo/README.md", content: "no part of it" },
      ),
    );
    expect(shown.skills).toMatchObject([
      {
        name: "plans",
        isUpdate: false,
        startsOff: true,
        problem: "",
        files: [
          { path: "SKILL.md", change: "added", isScript: false },
          { path: "scripts/run.sh", change: "added", isScript: true },
        ],
      },
    ]);
    expect(shown.skills[0]?.diff).toContain("+echo hi");
    expect(await rowOf("plans")).toBeUndefined();
    value(await bringIn(shown, "plans"));
    expect(await rowOf("plans")).toMatchObject({ state: "off", source: "own" });
    expect(await readFile(join(skills, "plans/scripts/run.sh"), "utf8")).toBe("#!/bin/sh\necho hi\n");
    expect(await readdir(skills)).toEqual(["plans"]);
    expect(await readdir(join(skills, "plans"))).toEqual(["SKILL.md", "scripts"]);
    expect(codeOf(await bringIn(shown, "plans"))).toBe("conflict");
  });

  it("of a newer one shows what differs; where no script does, it stays as it was switched", async () => {
    const run: ZipEntry = { name: "plans/run.sh", content: "echo hi\n" };
    value(await bringIn(await preview(zip({ name: "plans/SKILL.md", content: head("Old.") }, run)), "plans"));
    value(await client.request("skill.enable", { name: "plans", enabled: true }));
    await writeFile(join(skills, "plans/mine.md"), "x");
    const shown = await preview(zip({ name: "plans/SKILL.md", content: head("New.") }, run));
    expect(shown.skills[0]).toMatchObject({ isUpdate: true, startsOff: false });
    expect(shown.skills[0]?.files.map(({ path, change }) => `${change} ${path}`)).toEqual([
      "changed SKILL.md",
      "removed mine.md",
      "same run.sh",
    ]);
    expect(shown.skills[0]?.diff).toMatch(/-description: Old\.[\s\S]*\+description: New\./);
    value(await bringIn(shown, "plans"));
    expect(await rowOf("plans")).toMatchObject({ description: "New.", state: "ready" });
    const worse = await preview(
      zip({ name: "plans/SKILL.md", content: head("New.") }, { ...run, content: "rm -rf /" }),
    );
    expect(worse.skills[0]?.startsOff).toBe(true);
    value(await bringIn(worse, "plans"));
    expect(await rowOf("plans")).toMatchObject({ state: "off" });
  });

  it("is refused where the skill was changed since it was shown", async () => {
    const shown = await preview(zip({ name: "plans/SKILL.md", content: head("Theirs.") }));
    await mkdir(join(skills, "plans"), { recursive: true });
    await writeFile(join(skills, "plans/SKILL.md"), head("Mine."));
    expect(codeOf(await bringIn(shown, "plans"))).toBe("conflict");
    expect(await rowOf("plans")).toMatchObject({ description: "Mine." });
  });

  it("does not write through a link, and takes no link out of a folder", async () => {
    const outside = join(home.folder, "outside");
    for (const folder of [outside, skills]) await mkdir(folder, { recursive: true });
    await symlink(outside, join(skills, "plans"));
    const shown = await preview(zip({ name: "plans/SKILL.md", content: head("x") }));
    expect(codeOf(await bringIn(shown, "plans"))).toBe("forbidden");
    expect(await readdir(outside)).toEqual([]);
    await symlink("/etc/passwd", join(outside, "passwd"));
    const refused = await client.request("skill.preview", { origin: { kind: "folder", path: outside } });
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining("(passwd)") } });
  });

  it("of a folder with several skills brings in those that are named", async () => {
    const folder = join(home.work, "many");
    for (const name of ["one", "two", "group/three"]) {
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, name, "skill.md"), head(name));
    }
    await writeFile(join(folder, "one", "extra.txt"), "x");
    await mkdir(join(folder, "broken"));
    await writeFile(join(folder, "broken", "SKILL.md"), "no head");
    const shown = await preview({ kind: "folder", path: folder });
    expect(shown.skills.map(({ name, problem }) => `${name} ${problem === ""}`)).toEqual([
      "broken false",
      "three true",
      "one true",
      "two true",
    ]);
    expect(codeOf(await bringIn(shown, "broken"))).toBe("invalid-input");
    expect(codeOf(await bringIn(shown, "four"))).toBe("not-found");
    value(await bringIn(shown, "one", "three"));
    const own = (await rows()).filter(({ source }) => source === "own");
    expect(own.map(({ name, path }) => `${name} ${path}`)).toEqual([
      "one skills/one/SKILL.md",
      "three skills/three/SKILL.md",
    ]);
    expect(await readdir(join(skills, "one"))).toEqual(["SKILL.md", "extra.txt"]);
  });

  it.each<[string, SkillOrigin]>([
    ["a folder that is not there", { kind: "folder", path: "/no/such/folder" }],
    ["half of a path", { kind: "folder", path: "skills" }],
    ["a zip without a skill", zip({ name: "a.txt", content: "x" })],
    ["no zip", { kind: "zip", base64: "aGVsbG8=" }],
    ["an address that is not safe", { kind: "address", address: "http://example.com/a.zip" }],
    ["no address", { kind: "address", address: "plans" }],
    ["an address of this machine", { kind: "address", address: "https://127.0.0.1/a.zip" }],
  ])("says why it takes nothing of %s", async (_what, origin) => {
    expect(await client.request("skill.preview", { origin })).toMatchObject({
      ok: false,
      error: { code: "invalid-input", message: expect.stringMatching(/./) },
    });
  });

  it("on a full disk leaves the skill that was there", async () => {
    let isFull = false;
    const open: typeof nodeFileSystem.open = (path, ...more) => {
      if (isFull && String(path).endsWith("second.txt")) {
        return Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));
      }
      return nodeFileSystem.open(path, ...more);
    };
    const other = home.open({ files: { ...nodeFileSystem, open } }).connect(terminal);
    const origin = (description: string) =>
      zip({ name: "plans/SKILL.md", content: head(description) }, { name: "plans/second.txt", content: "x" });
    const first = value(await other.request("skill.preview", { origin: origin("Old.") }));
    value(await other.request("skill.import", { token: first.token, names: ["plans"] }));
    isFull = true;
    const second = value(await other.request("skill.preview", { origin: origin("New.") }));
    expect(codeOf(await other.request("skill.import", { token: second.token, names: ["plans"] }))).toBe("disk-full");
    expect(await rowOf("plans")).toMatchObject({ description: "Old." });
    expect(await readdir(skills)).toEqual(["plans"]);
  });

  it("that was killed is cleared up by the next one: the skill that was set aside comes back", async () => {
    for (const name of [".plans.perch-skill-old", ".plans.perch-skill"]) {
      await mkdir(join(skills, name), { recursive: true });
      await writeFile(join(skills, name, "SKILL.md"), head(name));
    }
    expect((await rows()).filter(({ source }) => source === "own")).toEqual([]);
    const shown = await preview(zip({ name: "other/SKILL.md", content: head("x") }));
    expect(shown.skills).toHaveLength(1);
    expect(await readdir(skills)).toEqual(["plans"]);
    expect(await rowOf("plans")).toMatchObject({ description: ".plans.perch-skill-old" });
  });
});
