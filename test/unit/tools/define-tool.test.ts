import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../../src-main/tools/define-tool.ts";
import type { Tool } from "../../../src-main/tools/tool.ts";
import { toldPlainly } from "../../support/tool-words.ts";

const tool = defineTool({
  name: "sample",
  description: "A sample.",
  effect: "read",
  repeatSafe: true,
  input: () =>
    z.object({
      path: z.string(),
      count: z.int().optional(),
      share: z.number().optional(),
      deep: z.boolean().optional(),
      names: z.array(z.string()).optional(),
      place: z.object({ line: z.int() }).optional(),
    }),
  asks: "approval.title.tool",
  words: { ...toldPlainly.words, object: "path" },
  subject: async () => ({ kind: "none" }),
  run: async () => ({ kind: "done", content: "" }),
});

function parsed(value: Record<string, unknown>, of: Tool = tool): unknown {
  const result = of.parse(value);
  return result.ok ? result.call.arguments : result.message;
}

describe("arguments with one meaning are cast", () => {
  test.each([
    [
      { path: "a", count: "5" },
      { path: "a", count: 5 },
    ],
    [
      { path: "a", count: " 5 " },
      { path: "a", count: 5 },
    ],
    [
      { path: "a", count: 5.0 },
      { path: "a", count: 5 },
    ],
    [
      { path: "a", share: "-1.5e2" },
      { path: "a", share: -150 },
    ],
    [
      { path: "a", deep: "true" },
      { path: "a", deep: true },
    ],
    [
      { path: "a", deep: "False" },
      { path: "a", deep: false },
    ],
    [{ path: 2024 }, { path: "2024" }],
    [
      { path: "a", names: "x" },
      { path: "a", names: ["x"] },
    ],
    [
      { path: "a", names: '["x","y"]' },
      { path: "a", names: ["x", "y"] },
    ],
    [
      { path: "a", names: [1, "y"] },
      { path: "a", names: ["1", "y"] },
    ],
    [
      { path: "a", place: '{"line":"3"}' },
      { path: "a", place: { line: 3 } },
    ],
    [{ path: "a", count: null }, { path: "a" }],
    [{ arguments: '{"path":"a","count":"5"}' }, { path: "a", count: 5 }],
    [{ arguments: { path: "a" } }, { path: "a" }],
  ])("%j", (value, expected) => {
    expect(parsed(value)).toEqual(expected);
  });
});

describe("arguments that could mean two things are refused by name", () => {
  test.each([
    [{ path: "a", deep: "maybe" }, '"deep"'],
    [{ path: "a", deep: 1 }, '"deep"'],
    [{ path: "a", count: true }, '"count"'],
    [{ path: "a", count: "5.5" }, '"count"'],
    [{ path: "a", count: "" }, '"count"'],
    [{ path: "a", share: "NaN" }, '"share"'],
    [{ path: "a", share: Number.NaN }, '"share"'],
    [{ path: "a", share: "Infinity" }, '"share"'],
    [{ path: "a", share: Number.POSITIVE_INFINITY }, '"share"'],
    [{ path: Number.NaN }, '"path"'],
    [{ path: ["a"] }, '"path"'],
    [{ path: "a", place: { line: "x" } }, '"place.line"'],
    [{}, 'missing parameter "path"'],
    [{ arguments: null }, 'missing parameter "path"'],
    [{ path: null }, '"path"'],
    [{ arguments: "no json" }, 'unknown parameter "arguments"'],
    [{ Path: "a" }, 'unknown parameter "Path", did you mean "path"?; missing parameter "path"'],
    [{ path: "a", cuont: 1 }, 'unknown parameter "cuont", did you mean "count"?'],
    [{ path: "a", zzz: 1 }, 'unknown parameter "zzz" (known: path, count'],
    [JSON.parse('{"path":"a","__proto__":{"deep":true}}'), 'unknown parameter "__proto__"'],
  ])("%j", (value, expected) => {
    expect(parsed(value)).toEqual(expect.stringContaining(expected));
    expect(parsed(value)).toEqual(expect.stringContaining("Nothing was done"));
  });

  test("a strict schema tells an unknown parameter once", () => {
    const strict = defineTool({
      name: "strict",
      description: "",
      effect: "read",
      repeatSafe: true,
      input: () => z.strictObject({ path: z.string() }),
      ...toldPlainly,
      subject: async () => ({ kind: "none" }),
      run: async () => ({ kind: "done", content: "" }),
    });
    expect(parsed({ path: "a", other: 1 }, strict)).toBe(
      'strict was called with wrong arguments: unknown parameter "other" (known: path). Nothing was done.',
    );
  });
});

test("a tool that takes nothing accepts null arguments", () => {
  const nothing = defineTool({
    name: "nothing",
    description: "",
    effect: "read",
    repeatSafe: true,
    input: () => z.object({}),
    ...toldPlainly,
    subject: async () => ({ kind: "none" }),
    run: async () => ({ kind: "done", content: "" }),
  });
  expect(parsed({ arguments: null }, nothing)).toEqual({});
});

test("the schema says what a model needs and holds no dead weight", () => {
  expect(tool.parameters).toMatchObject({ type: "object", required: ["path"] });
  expect(JSON.stringify(tool.parameters)).not.toMatch(/additionalProperties|m(?:in|ax)(?:Length|Items)/);
  expect(tool.parameters).not.toHaveProperty("$schema");
  expect(JSON.stringify(tool.parameters)).not.toContain(String(Number.MAX_SAFE_INTEGER));
});
