import { describe, expect, it } from "vitest";
import { readOptions } from "../../../packaging/arguments.ts";

describe("what the package command is told", () => {
  it("is the system that it runs on, with or without more", () => {
    expect(readOptions(["--linux"], "linux")).toEqual({
      ok: true,
      value: { platform: "linux", isFolderAlone: false, runtime: null, output: null },
    });
    expect(readOptions(["--mac", "--dir", "--runtime", "/r", "--output", "/o"], "darwin")).toEqual({
      ok: true,
      value: { platform: "darwin", isFolderAlone: true, runtime: "/r", output: "/o" },
    });
  });

  it.each([
    [[], "One system is named."],
    [["--linux", "--mac"], "One system is named."],
    [["--windows"], "A package for windows is made on windows"],
    [["--linux", "--fast"], "--fast"],
    [["--linux", "--runtime"], "--runtime"],
    [["--linux", "folder"], "folder"],
  ])("is refused with what is wrong: %j", (words, reason) => {
    const read = readOptions(words, "linux");
    expect(read).toMatchObject({ ok: false });
    expect(!read.ok && read.error).toContain(reason);
  });
});
