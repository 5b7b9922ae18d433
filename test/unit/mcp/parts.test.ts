import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findCommand } from "../../../src-main/mcp/find-command.ts";
import { createLineReader } from "../../../src-main/mcp/line-reader.ts";
import { createToolIds } from "../../../src-main/mcp/tool-ids.ts";

describe("the names that models call tools by", () => {
  it("have letters that every provider takes, and at most 64 of them", () => {
    const idOf = createToolIds();
    expect(idOf("git hub", "issues.create")).toBe("mcp_git_hub_issues_create");
    const long = idOf("server", "a".repeat(100));
    expect(long).toHaveLength(64);
    expect(long).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(createToolIds()("server", "a".repeat(100))).toBe(long);
    expect(idOf("server", `${"a".repeat(99)}b`)).not.toBe(long);
  });

  it("are never the same for two tools", () => {
    const idOf = createToolIds();
    const ids = [idOf("a", "b.c"), idOf("a", "b_c"), idOf("a_b", "c"), idOf("a", "b/c")];
    expect(new Set(ids).size).toBe(4);
  });
});

describe("lines", () => {
  it.each([1, 2, 3, 7, 1000])("are the same in pieces of %d bytes", (size) => {
    const bytes = Buffer.from("eins\r\nzwei – drei\n\nvier");
    const lines: string[] = [];
    const reader = createLineReader((line) => lines.push(line), { most: 100, whenLonger: "stop" });
    for (let from = 0; from < bytes.length; from += size) reader.push(bytes.subarray(from, from + size));
    reader.end();
    expect(lines).toEqual(["eins", "zwei – drei", "", "vier"]);
  });

  it("that are too long are cut, or end it", () => {
    const lines: string[] = [];
    const cutting = createLineReader((line) => lines.push(line), { most: 3, whenLonger: "cut" });
    expect(cutting.push(Buffer.from("abcdef\ngh\n"))).toBe(true);
    expect(lines).toEqual(["abc", "gh"]);
    const stopping = createLineReader((line) => lines.push(line), { most: 3, whenLonger: "stop" });
    expect(stopping.push(Buffer.from("ab\nabcdef"))).toBe(false);
    expect(stopping.push(Buffer.from("\nxy\n"))).toBe(false);
    expect(lines).toEqual(["abc", "gh", "ab"]);
  });
});

describe("a program", () => {
  it("is found on PATH, by its path, and with the endings of Windows; a file that cannot run is told apart", async () => {
    const folder = await mkdtemp(join(tmpdir(), "perch-path-"));
    try {
      await mkdir(join(folder, "npx"));
      await writeFile(join(folder, "tool"), "");
      await chmod(join(folder, "tool"), 0o755);
      await writeFile(join(folder, "plain"), "");
      await writeFile(join(folder, "tool.cmd"), "");
      const place = { env: { PATH: `/nowhere:${folder}` }, platform: "linux", userHome: folder, folder } as const;
      expect(await findCommand("tool", place)).toMatchObject({ kind: "found", isOnPath: true });
      expect(await findCommand("./tool", place)).toMatchObject({ kind: "found", isOnPath: false });
      expect(await findCommand("~/tool", place)).toMatchObject({ kind: "found", path: join(folder, "tool") });
      expect(await findCommand("npx", place)).toEqual({ kind: "missing" });
      expect(await findCommand("plain", place)).toMatchObject({ kind: "no-program" });
      expect(await findCommand("", place)).toEqual({ kind: "missing" });
      const windows = { ...place, platform: "win32", env: { Path: folder, PATHEXT: ".EXE;.cmd" } } as const;
      expect(await findCommand("tool", windows)).toMatchObject({ kind: "found", path: join(folder, "tool.cmd") });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
