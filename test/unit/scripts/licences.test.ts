import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { completed, problemWith } from "../../../scripts/licences.ts";
import {
  foldersOf,
  listPath,
  packageFolderOf,
  thirdPartiesIn,
  writeThirdParties,
} from "../../../scripts/third-party.ts";

const part = { name: "one", version: "1.0.0", licence: "MIT", text: "the text" };

async function project(packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "perch-licences-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, { files = {}, ...manifest }] of Object.entries(packages)) {
    const folder = join(root, "node_modules", path);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    for (const [name, content] of Object.entries(files as object)) await writeFile(join(folder, name), String(content));
  }
  const fonts = join(root, "src-renderer/theme/fonts");
  await mkdir(fonts, { recursive: true });
  for (const name of ["Inter", "JetBrainsMono"]) await writeFile(join(fonts, `OFL-${name}.txt`), `of ${name}\n`);
  return root;
}

describe("a licence", () => {
  it.each(["MIT", "BSD-3-Clause OR GPL-2.0", "(MPL-2.0 OR Apache-2.0)", "MIT AND ISC", "OFL-1.1"])(
    "may be carried: %s",
    (licence) => {
      expect(problemWith({ ...part, licence })).toBeNull();
    },
  );

  it.each([
    ["GPL-3.0-only", "has the licence GPL-3.0-only"],
    ["MIT AND GPL-2.0", "has the licence MIT AND GPL-2.0"],
    ["SEE LICENSE IN FILE", "has the licence"],
    ["UNLICENSED", "has the licence"],
    ["", "names no licence"],
  ])("may not: %s", (licence, reason) => {
    expect(problemWith({ ...part, licence })).toContain(`one 1.0.0 ${reason}`);
  });

  it("comes with its text", () => {
    expect(problemWith({ ...part, text: "" })).toContain("brings no text of its licence (MIT)");
  });

  it("is completed for packages that say too little, and for no other", () => {
    const vec = completed({ name: "sqlite-vec-linux-x64", version: "0.1.9", licence: "MIT OR Apache", text: "" });
    expect(vec.licence).toBe("MIT OR Apache-2.0");
    expect(vec.text).toContain("Copyright (c) Alex Garcia");
    expect(problemWith(vec)).toBeNull();
    const unknown = { ...part, text: "" };
    expect(completed(unknown)).toEqual(unknown);
  });
});

describe("the packages of a build", () => {
  it.each([
    ["/p/node_modules/one/lib/a.js", "/p/node_modules/one"],
    ["/p/node_modules/@scope/two/a.js?worker", "/p/node_modules/@scope/two"],
    ["\0/p/node_modules/one/a.js?commonjs", "/p/node_modules/one"],
    ["/p/node_modules/one/node_modules/three/a.js", "/p/node_modules/one/node_modules/three"],
    ["/p/src-main/a.ts", null],
    ["\0vite/preload-helper", null],
  ])("are told by their modules: %j", (module, folder) => {
    expect(packageFolderOf(module)).toBe(folder);
  });

  it("are what is loaded at run time too, with all that it needs, as Node finds it", async () => {
    const root = await project({
      one: { dependencies: { two: "1" }, optionalDependencies: { elsewhere: "1" } },
      "one/node_modules/two": { dependencies: { one: "1" } },
      two: {},
      three: {},
    });
    expect(foldersOf(["one"], root)).toEqual([
      join(root, "node_modules/one"),
      join(root, "node_modules/one/node_modules/two"),
    ]);
  });

  it("are listed once each by name, with every text that they bring, whatever form their licence has", async () => {
    const root = await project({
      b: {
        name: "b",
        version: "2.0.0",
        license: { type: "ISC" },
        files: { "LICENCE.txt": "isc\n", "NOTICE.md": "mind this" },
      },
      a: {
        name: "a",
        version: "1.0.0",
        licenses: [{ type: "MIT" }, { type: "Apache-2.0" }],
        files: { "license-mit": "mit" },
      },
      "b/node_modules/a": { name: "a", version: "1.0.0", license: "MIT", files: { COPYING: "mit" } },
    });
    const folders = ["b", "b/node_modules/a", "a"].map((path) => join(root, "node_modules", path));
    expect(thirdPartiesIn(folders)).toEqual([
      { name: "a", version: "1.0.0", licence: "MIT OR Apache-2.0", text: "mit" },
      { name: "b", version: "2.0.0", licence: "ISC", text: "isc\n\nmind this" },
    ]);
  });

  it("are written with the fonts, and a build with one that may not be carried ends and says why", async () => {
    const root = await project({
      fine: { name: "fine", version: "1.0.0", license: "MIT", files: { LICENSE: "mit" } },
      bad: { name: "bad", version: "1.0.0", license: "GPL-3.0", files: { LICENSE: "gpl" } },
      bare: { name: "bare", version: "1.0.0", license: "MIT" },
    });
    const at = (name: string): string => join(root, "node_modules", name);
    writeThirdParties([at("fine")], root);
    const { packages } = JSON.parse(await readFile(join(root, listPath), "utf8"));
    expect(packages).toMatchObject([
      { name: "fine", text: "mit" },
      { name: "Inter", licence: "OFL-1.1", text: "of Inter" },
      { name: "JetBrainsMono" },
    ]);
    expect(() => writeThirdParties(["fine", "bad", "bare"].map(at), root)).toThrow(
      /bad 1\.0\.0 has .*; bare 1\.0\.0 brings no text|bare 1\.0\.0 brings no text.*; bad/,
    );
  });
});
