import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createToolBench } from "../../support/tool-context.ts";

describe("a folder", () => {
  test("is listed with folders first, sizes, and links as links", async () => {
    const bench = await createToolBench();
    await mkdir(bench.at("zoo"));
    await writeFile(bench.at("b.txt"), "x".repeat(1234));
    await writeFile(bench.at("a\nb"), "");
    await symlink(bench.outside, bench.at("away"));
    execFileSync("mkfifo", [bench.at("pipe")]);
    expect(await bench.content("list_dir", {})).toBe(
      `zoo/\na\\nb (0 bytes)\naway -> ${bench.outside}\nb.txt (1.2 kB)\npipe (special file)`,
    );
  });

  test("that is empty says so", async () => {
    const bench = await createToolBench();
    await mkdir(bench.at("sub"));
    expect(await bench.content("list_dir", { path: "sub" })).toBe("(sub is an empty folder)");
  });

  test("shows at most 500 entries and counts the rest", async () => {
    const bench = await createToolBench();
    await Promise.all(Array.from({ length: 503 }, (_, index) => writeFile(bench.at(`${1000 + index}`), "")));
    const lines = (await bench.content("list_dir", {})).split("\n");
    expect(lines.length).toBe(501);
    expect(lines[499]).toContain("1499");
    expect(lines[500]).toBe("[… and 3 more; use find_files]");
  });
});

describe("what is no folder inside the roots", () => {
  test.each([
    ["b.txt", "b.txt is not a folder. Use read_file."],
    ["zo", "Did you mean zoo?"],
    ["away", "outside the folders"],
    ["..", "outside the folders"],
  ])("%s", async (path, reason) => {
    const bench = await createToolBench();
    await mkdir(bench.at("zoo"));
    await writeFile(bench.at("b.txt"), "x");
    await symlink(bench.outside, bench.at("away"));
    expect(await bench.content("list_dir", { path })).toContain(reason);
  });
});
