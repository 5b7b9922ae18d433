import { describe, expect, it } from "vitest";
import { splitCommand } from "../../../src-main/mcp/split-command.ts";

describe("a command line", () => {
  it.each<[string, NodeJS.Platform, readonly string[]]>([
    [`a "b c" 'd "e"' f\\ g "" "h\\"i"`, "linux", ["a", "b c", 'd "e"', "f g", "", 'h"i']],
    [`C:\\tools\\x.exe "C:\\my files" \\"q\\"`, "win32", ["C:\\tools\\x.exe", "C:\\my files", '"q"']],
    ["  ", "linux", []],
  ])("%s is split as a shell does on %s", (line, platform, words) => {
    expect(splitCommand(line, platform)).toEqual(words);
  });
});
