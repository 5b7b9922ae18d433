import { describe, expect, it } from "vitest";
import type { ToolSource } from "../../../src-main/agent/dependencies.ts";
import { batchCalls, replanCalls } from "../../../src-main/agent/planned-call.ts";
import type { Tool } from "../../../src-main/tools/tool.ts";
import { record } from "../../support/records.ts";
import { toldPlainly } from "../../support/tool-words.ts";

const tool = (name: string, effect: Tool["effect"], exclusive = false): Tool => ({
  name,
  effect,
  exclusive,
  isBounded: false,
  isCore: false,
  ...toldPlainly,
  description: "",
  repeatSafe: true,
  parameters: {},
  parse: () => ({ ok: false, message: "" }),
});
const tools = [tool("read", "read"), tool("write", "write"), tool("screen", "read", true)];
const source: Pick<ToolSource, "get"> = { get: (name) => tools.find((known) => known.name === name) ?? null };

describe("the calls of one reply", () => {
  it.each([
    ["read read write", "read read|write"],
    ["read write read read", "read|write|read read"],
    ["read screen read", "read|screen|read"],
    ["unknown read", "unknown|read"],
  ])("%s run as %s", (names, expected) => {
    const calls = names.split(" ").map((name, index) => ({ id: String(index), name, arguments: {} }));
    const batches = batchCalls(calls, source).map((batch) => batch.map((call) => call.name).join(" "));
    expect(batches.join("|")).toBe(expected);
  });
});

describe("the calls of a stored reply", () => {
  function replanned(raw: string) {
    const call = { id: "c", type: "function" as const, function: { name: "read_file", arguments: raw } };
    const message = record({ id: "m", role: "assistant", tool_calls: [call] });
    if (message.role !== "assistant") throw new Error("no reply");
    return replanCalls(message, new Set(["c"]), new Map())[0];
  }

  it.each([["[1]"], ["5"], ["{"], [`${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}`]])(
    "are told to the model where their arguments cannot be read",
    (raw) => {
      expect(replanned(raw)?.problem).toContain("not a JSON object");
    },
  );
  it("go on with the arguments that they had", () => {
    expect(replanned('{"path":"a.md"}')).toEqual({ id: "c", name: "read_file", arguments: { path: "a.md" } });
  });
});
