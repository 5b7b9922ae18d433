import { appendFile, mkdir, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contentOf, createToolBench, type ToolBench } from "../../support/tool-context.ts";

async function fill(bench: ToolBench, files: Record<string, string>): Promise<void> {
  let time = 1_700_000_000;
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(bench.at(name), ".."), { recursive: true });
    await writeFile(bench.at(name), text);
    await utimes(bench.at(name), time, time);
    time += 100;
  }
}

describe("find_files", () => {
  const files = { "old.md": "", "src/b.ts": "", "src/deep/a.ts": "", ".env": "", ".git/x.ts": "", "new.MD": "" };

  test.each([
    [{ pattern: "*.md" }, "new.MD\nold.md"],
    [{ pattern: "*.ts" }, "src/deep/a.ts\nsrc/b.ts"],
    [{ pattern: "src/*.ts" }, "src/b.ts"],
    [{ pattern: "*.ts", path: "src/deep" }, "src/deep/a.ts"],
    [{ pattern: ".env" }, ".env"],
    [{ pattern: "*" }, "new.MD\n.env\nsrc/deep/a.ts\nsrc/b.ts\nold.md"],
    [{ pattern: "**/*" }, "new.MD\n.env\nsrc/deep/a.ts\nsrc/b.ts\nold.md"],
    [{ pattern: "*.none" }, "No files match *.none."],
    [{ pattern: "*.none", path: "src" }, "No files match *.none in src."],
  ])("%j", async (search, expected) => {
    const bench = await createToolBench();
    await fill(bench, files);
    expect(await bench.content("find_files", search)).toBe(expected);
  });

  test("shows the 200 newest and counts the rest", async () => {
    const bench = await createToolBench();
    await fill(bench, Object.fromEntries(Array.from({ length: 203 }, (_, index) => [`f${index}.txt`, ""])));
    const lines = (await bench.content("find_files", { pattern: "*.txt" })).split("\n");
    expect(lines.length).toBe(201);
    expect(lines[0]).toBe("f202.txt");
    expect(lines[200]).toBe("[… and 3 older files; narrow the pattern]");
  });

  test("a folder that is missing gets a hint", async () => {
    const bench = await createToolBench();
    await fill(bench, files);
    expect(await bench.content("find_files", { pattern: "*", path: "scr" })).toContain("Did you mean src?");
  });

  test("a bad glob and a folder outside are told", async () => {
    const bench = await createToolBench();
    expect(await bench.content("find_files", { pattern: "[" })).toContain("unclosed character class");
    expect(await bench.content("find_files", { pattern: "*", path: "../out" })).toContain("outside the folders");
  });
});

describe("grep", () => {
  const files = {
    "a.txt": "one\nTwo\nthree\n",
    "src/b.ts": "// two\nconst x = 2;\n",
    "src/-n.ts": "two here\r\n",
    ".git/c.txt": "two",
  };

  test.each([
    [{ pattern: "two" }, "src/-n.ts\n1: two here\n\nsrc/b.ts\n1: // two"],
    [{ pattern: "two", ignoreCase: true, glob: "*.txt" }, "a.txt\n2: Two"],
    [{ pattern: "Two", context: 1 }, "a.txt\n1- one\n2: Two\n3- three"],
    [{ pattern: "two", path: "src/b.ts" }, "src/b.ts\n1: // two"],
    [{ pattern: "two", path: "src/b.ts", glob: "*.ts" }, "src/b.ts\n1: // two"],
    [{ pattern: "two", path: "src/b.ts", glob: "!*.ts" }, "src/b.ts\n1: // two"],
    [{ pattern: "const", path: "src" }, "src/b.ts\n2: const x = 2;"],
    [{ pattern: "-n" }, "No matches for -n."],
    [{ pattern: "zzz", path: "src" }, "No matches for zzz in src."],
  ])("%j", async (search, expected) => {
    const bench = await createToolBench();
    await fill(bench, files);
    expect(await bench.content("grep", search)).toBe(expected);
  });

  test("a file that its folder ignores is searched when it is named", async () => {
    const bench = await createToolBench();
    await fill(bench, { ".gitignore": "*.log\n", "[a].log": "needle", ".git/HEAD": "" });
    expect(await bench.content("grep", { pattern: "needle" })).toContain("No matches");
    expect(await bench.content("grep", { pattern: "needle", path: "[a].log" })).toBe("[a].log\n1: needle");
  });

  test("stops at the number of matches that was asked for", async () => {
    const bench = await createToolBench();
    await fill(bench, { "a.txt": "hit\n".repeat(100_000) });
    const content = await bench.content("grep", { pattern: "hit", maxMatches: 3 });
    expect(content).toBe(
      "a.txt\n1: hit\n2: hit\n3: hit\n[Only the first 3 matches are shown; narrow the search or raise maxMatches.]",
    );
  });

  test("long lines are cut", async () => {
    const bench = await createToolBench();
    await fill(bench, { "a.txt": `${"x".repeat(100)}needle${"y".repeat(1_000_000)}` });
    expect((await bench.content("grep", { pattern: "needle" })).length).toBeLessThan(500);
  });

  test("a bad pattern is told with its cause", async () => {
    const bench = await createToolBench();
    const result = await bench.call("grep", { pattern: "(a" });
    expect(result).toMatchObject({ kind: "failed", message: expect.stringContaining("unclosed group") });
  });

  test("a pattern that blows up elsewhere is answered (SEC-137)", async () => {
    const bench = await createToolBench();
    await fill(bench, { "a.txt": `${"a".repeat(40)}!` });
    expect(await bench.content("grep", { pattern: "(a+)+$" })).toBe("No matches for (a+)+$.");
  });

  test("a file of 50 MB is searched, a larger one only when it is named, which is said", async () => {
    const bench = await createToolBench();
    const path = bench.at("large.log");
    const size = 50 * 1024 * 1024;
    await writeFile(path, "needle\n");
    // Line ends alone: a sparse file would be binary.
    for (let at = 7; at < size; at += 1024 * 1024)
      await appendFile(path, "\n".repeat(Math.min(1024 * 1024, size - at)));
    expect(await bench.content("grep", { pattern: "needle" })).toBe("large.log\n1: needle");
    await appendFile(path, "\n");
    expect(await bench.content("grep", { pattern: "needle" })).toContain(
      "[Files that are binary, above 50 MB or that .gitignore names hold a match: large.log. Name one as path.]",
    );
    expect(await bench.content("grep", { pattern: "needle", path: "large.log" })).toBe("large.log\n1: needle");
  });

  test("links are not followed out of the roots", async () => {
    const bench = await createToolBench();
    await writeFile(join(bench.outside, "secret.txt"), "canary");
    await symlink(bench.outside, bench.at("folder"));
    await symlink(join(bench.outside, "secret.txt"), bench.at("file"));
    expect(await bench.content("grep", { pattern: "canary" })).toBe("No matches for canary.");
    for (const path of ["folder", "file", "folder/secret.txt"]) {
      expect(contentOf(await bench.call("grep", { pattern: "canary", path }))).toContain("outside the folders");
    }
  });

  test("a path that is missing gets a hint", async () => {
    const bench = await createToolBench();
    await fill(bench, files);
    expect(await bench.content("grep", { pattern: "x", path: "src/bb.ts" })).toContain("Did you mean src/b.ts?");
  });

  test("a stop ends the search", async () => {
    const bench = await createToolBench();
    await fill(bench, files);
    const stop = new AbortController();
    const running = bench.call("grep", { pattern: "two" }, { ...bench.context, signal: stop.signal });
    stop.abort();
    expect(contentOf(await running)).toBe("grep was stopped before it finished.");
  });
});

describe("what a search passes over is said where nothing is found", () => {
  const files = {
    ".gitignore": "dist/\n",
    "dist/out.js": "needle",
    "src/.gitignore": "own/",
    "src/own/b.js": "needle",
    "a.bin": "\0needle",
  };

  test("find_files: a file that .gitignore names, outside of a repository too", async () => {
    const bench = await createToolBench();
    await fill(bench, files);
    expect(await bench.content("find_files", { pattern: "*.js" })).toBe(
      "No files match *.js.\n[2 files that .gitignore names would, such as src/own/b.js: name the folder as path.]",
    );
    expect(await bench.content("find_files", { pattern: "*.js", path: "dist" })).toBe("dist/out.js");
    expect(await bench.content("find_files", { pattern: "*.js", path: "src" })).toBe(
      "src/own/b.js\n[.gitignore names all of these.]",
    );
  });

  test("grep: a file that .gitignore names, and a binary one", async () => {
    const bench = await createToolBench();
    await fill(bench, files);
    expect(await bench.content("grep", { pattern: "needle" })).toMatch(
      /^No matches for needle\.\n\[Files that are binary, above 50 MB or that \.gitignore names hold a match: (?=.*a\.bin)(?=.*dist\/out\.js)(?=.*src\/own\/b\.js).*\. Name one as path\.\]$/,
    );
    expect(await bench.content("grep", { pattern: "needle", path: "dist" })).toBe("dist/out.js\n1: needle");
    expect(await bench.content("grep", { pattern: "needle", path: "src" })).toBe(
      "src/own/b.js\n1: needle\n[.gitignore names all of these files.]",
    );
    expect(await bench.content("grep", { pattern: "needle", path: "a.bin" })).toBe("a.bin\n(binary; it holds a match)");
    expect(await bench.content("grep", { pattern: "nothing", path: "a.bin" })).toBe("No matches for nothing in a.bin.");
  });
});

test("a pattern that would take a gigabyte to prepare is refused", async () => {
  const bench = await createToolBench();
  expect(await bench.content("grep", { pattern: "a{1000}{1000}" })).toContain("exceeds size limit");
});
