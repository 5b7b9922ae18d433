import { describe, expect, it } from "vitest";
import { rankOf } from "../../../src-main/files/find-paths.ts";
import { normalPath, parentPath } from "../../../src-main/files/relative-path.ts";
import { safeName } from "../../../src-main/files/safe-name.ts";

describe("a safe name", () => {
  it.each([
    ["report.pdf", "report.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\me\\a.txt", "a.txt"],
    ["CON", "_CON"],
    ["aux.txt", "_aux.txt"],
    ["..", "file"],
    ["", "file"],
    ["a<b>:c?.txt", "a_b__c_.txt"],
    ["name. . ", "name"],
    ["invoice\u202efdp.exe", "invoicefdp.exe"],
    ["lone\ud800.txt", "lone_.txt"],
  ])("of %j is %j", (given, safe) => {
    expect(safeName(given)).toBe(safe);
  });

  it("is short in bytes, keeps its ending and cuts no character", () => {
    const name = safeName(`${"é".repeat(300)}.png`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
    expect(name).toMatch(/^é+\.png$/);
  });
});

it("is made of a name beyond all measure as fast as of another, and keeps its ending", () => {
  expect(safeName(`${"é. ".repeat(1_000_000)}x.png`)).toMatch(/^é\. .*\.png$/);
  expect(safeName(`${". ".repeat(1_000_000)}`)).toBe("file");
});

describe("the rank of a path", () => {
  it("falls from the whole name over its start and middle to the path", () => {
    const ranks = ["x/notes.md", "notes-old.md", "my-notes.md", "notes/a.md"].map((path) => rankOf(path, ["notes"]));
    expect(ranks).toEqual([0, 1, 2, 3]);
    expect(rankOf("a/b.md", ["notes"])).toBeNull();
    expect(rankOf("anything", [])).not.toBeNull();
  });
});

describe("a path of the contract", () => {
  it("has one form", () => {
    expect(["", ".", "a/", "./a//b", "a/../b"].map((path) => normalPath(path, "linux"))).toEqual([
      "",
      "",
      "a",
      "a/b",
      "b",
    ]);
    expect(normalPath("a\\b", "win32")).toBe("a/b");
    expect(normalPath("a\\b", "linux")).toBe("a\\b");
    expect([parentPath("a"), parentPath("a/b/c")]).toEqual(["", "a/b"]);
  });
});
