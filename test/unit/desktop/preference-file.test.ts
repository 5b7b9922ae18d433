import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPreferenceFile } from "../../../src-main/desktop/preference-file.ts";
import { firstPreferences, readPreferences } from "../../../src-main/desktop/preferences.ts";

const bounds = { x: 10, y: 20, width: 900, height: 600 };
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "perch-preferences-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function open(set?: () => void) {
  const written: object[] = [];
  const openStore = () => ({ set: set ?? ((content: object): void => void written.push(content)) });
  const logged: string[] = [];
  const log = (_level: string, message: string): void => void logged.push(message);
  const file = openPreferenceFile({ folder, name: "desktop", openStore, log, now: () => 77 });
  return { file, written, logged };
}

describe("the preferences of a desktop", () => {
  it("are the first ones where there is no file, and nobody is told", () => {
    const { file, logged } = open();
    expect(file.current()).toEqual(firstPreferences);
    expect(logged).toEqual([]);
  });

  it("are what the file says, and the first ones for what it leaves out", async () => {
    await writeFile(join(folder, "desktop.json"), JSON.stringify({ bounds, zoom: 1, unknown: true }));
    const { file, logged } = open();
    expect(file.current()).toEqual({ ...firstPreferences, bounds, zoom: 1 });
    expect(logged).toEqual([]);
  });

  it.each([
    ["half of a file", '{"bounds": {"x": 1'],
    ["nothing at all", ""],
    ["a list", "[1, 2]"],
    ["null", "null"],
    ["bytes", "\u0000\u0001\ufffd"],
  ])("are the first ones where the file is %s, which is kept beside", async (_name, content) => {
    await writeFile(join(folder, "desktop.json"), content);
    const { file, logged } = open();
    expect(file.current()).toEqual(firstPreferences);
    expect(await readFile(join(folder, "desktop.broken-77.json"), "utf8")).toBe(content);
    expect(await readdir(folder)).toEqual(["desktop.broken-77.json"]);
    expect(logged).toEqual(["the preferences of this desktop could not be read whole"]);
  });

  it("keep what can be used of a file that is partly wrong", async () => {
    const content = JSON.stringify({ bounds: { ...bounds, width: 1e300 }, isMaximised: "yes", zoom: 2 });
    await writeFile(join(folder, "desktop.json"), content);
    const { file, written } = open();
    expect(file.current()).toEqual({ ...firstPreferences, zoom: 2 });
    expect(written).toEqual([{ ...firstPreferences, zoom: 2 }]);
    expect(await readFile(join(folder, "desktop.broken-77.json"), "utf8")).toBe(content);
  });

  it("hold until the end where a folder is in the way or the disk is full", async () => {
    await mkdir(join(folder, "desktop.json"));
    const { file, logged } = open(() => {
      throw new Error("no space left on device");
    });
    file.change({ zoom: 3 });
    expect(file.current().zoom).toBe(3);
    expect(logged).toContain("the preferences of this desktop could not be kept");
  });

  it("write what was changed alone", () => {
    const { file, written } = open();
    file.change({ bounds });
    file.change({ isMaximised: true });
    expect(file.current()).toEqual({ ...firstPreferences, bounds, isMaximised: true });
    expect(written).toEqual([{ bounds }, { isMaximised: true }]);
  });

  it.each([
    [{ bounds: { x: Number.NaN, y: 0, width: 1, height: 1 } }],
    [{ bounds: { x: 0, y: 0, width: -5, height: 100 } }],
    [{ zoom: 1000 }],
    [{ shortcut: "x".repeat(101) }],
    [{ shortcut: 7 }],
  ])("take nothing that no desktop has: %j", (content) => {
    expect(readPreferences(content)).toEqual({ preferences: firstPreferences, isWhole: false });
  });

  it("know no hidden parts", () => {
    const { preferences } = readPreferences(JSON.parse('{"__proto__": {"zoom": 5}, "constructor": 1}'));
    expect(preferences).toEqual(firstPreferences);
  });
});
