import { describe, expect, it } from "vitest";
import type { ToolSource } from "../../../src-main/agent/dependencies.ts";
import { batchCalls } from "../../../src-main/agent/planned-call.ts";
import type { Tool } from "../../../src-main/tools/tool.ts";

const tool = (name: string, effect: Tool["effect"], exclusive = false): Tool => ({
  name,
  effect,
  exclusive,
  isBounded: false,
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
