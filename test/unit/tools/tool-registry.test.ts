import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { pathGuard } from "../../../src-main/policy/open-in-roots.ts";
import { createBuiltinTools } from "../../../src-main/tools/builtin-tools.ts";
import { defineTool } from "../../../src-main/tools/define-tool.ts";
import { createPathLock } from "../../../src-main/tools/path-lock.ts";
import { createToolRegistry } from "../../../src-main/tools/tool-registry.ts";
import { fail } from "../../../src-preload/contract/result.ts";
import { toldPlainly } from "../../support/tool-words.ts";

const named = (name: string) =>
  defineTool({
    name,
    description: "",
    effect: "read",
    repeatSafe: true,
    input: () => z.object({}),
    ...toldPlainly,
    subject: async () => ({ kind: "none" }),
    run: async () => ({ kind: "done", content: "" }),
  });

const noPdf = async () => fail("not asked");
const registry = createToolRegistry(createBuiltinTools(pathGuard, noPdf, createPathLock()));

describe("a wrong name", () => {
  test.each([
    ["ReadFile", "read_file"],
    ["read-file", "read_file"],
    ["readFile", "read_file"],
    ["read_fil", "read_file"],
    ["list_directory", null],
    ["shell", null],
    ["", null],
  ])("%j is near to %j", (name, expected) => {
    expect(registry.nearest(name)).toBe(expected);
  });

  test("between two equally near tools gets no suggestion", () => {
    expect(createToolRegistry([named("get_a"), named("get_b")]).nearest("get_c")).toBeNull();
  });
});

test("two tools of one name are a mistake", () => {
  expect(() => createToolRegistry([named("a"), named("a")])).toThrow("two tools are named a");
});

describe("definitions", () => {
  test("keep the order of the list, also when some are left out", () => {
    const names = (allowed?: ReadonlySet<string>) => registry.definitions(allowed).map(({ name }) => name);
    expect(names()).toEqual([
      "read_file",
      "write_file",
      "edit_file",
      "move_file",
      "delete_file",
      "list_dir",
      "find_files",
      "grep",
      "exec",
      "exec_session",
      "exec_input",
      "todo",
      "ask_user",
      "find_tools",
    ]);
    expect(names(new Set(["exec", "list_dir", "unknown"]))).toEqual(["list_dir", "exec"]);
  });

  test("are the same text each time and stay small", () => {
    const text = JSON.stringify(registry.definitions());
    expect(
      JSON.stringify(createToolRegistry(createBuiltinTools(pathGuard, noPdf, createPathLock())).definitions()),
    ).toBe(text);
    expect(text.length).toBeLessThan(5500);
  });

  test("are what the build puts into the app in their place", () => {
    const script = join(import.meta.dirname, "../../../scripts/tool-schemas.ts");
    const built = JSON.parse(execFileSync(process.execPath, [script], { encoding: "utf8" }));
    expect(Object.keys(built)).toEqual(expect.arrayContaining(["web_fetch", "web_search"]));
    for (const { name, parameters } of registry.definitions()) expect(built[name]).toEqual(parameters);
  });
});
