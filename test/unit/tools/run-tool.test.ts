import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../../src-main/tools/define-tool.ts";
import { runPreparedCall } from "../../../src-main/tools/run-tool.ts";
import type { ToolContext, ToolResult } from "../../../src-main/tools/tool.ts";
import { createToolBench } from "../../support/tool-context.ts";
import { toldPlainly } from "../../support/tool-words.ts";

async function runWith(
  effect: "read" | "write",
  results: readonly (() => ToolResult)[],
  changes: Partial<ToolContext> = {},
) {
  const bench = await createToolBench(changes);
  let runs = 0;
  const tool = defineTool({
    name: "sample",
    description: "",
    effect,
    repeatSafe: true,
    input: () => z.object({}),
    ...toldPlainly,
    subject: async () => ({ kind: "none" }),
    run: async () => results[runs++]?.() ?? { kind: "done", content: "ran too often" },
  });
  const parsed = tool.parse({});
  if (!parsed.ok) throw new Error(parsed.message);
  const result = await runPreparedCall(tool, parsed.call, bench.context);
  return { result, runs, logs: bench.logs };
}

const passing = (): ToolResult => ({ kind: "failed", message: "busy", passing: true });
const lasting = (): ToolResult => ({ kind: "failed", message: "wrong" });
const done = (content: string) => (): ToolResult => ({ kind: "done", content });
const throws = (): ToolResult => {
  throw new Error("a bug");
};

describe("a call", () => {
  test("that throws is a failed result and a line in the log", async () => {
    const { result, logs } = await runWith("write", [throws]);
    expect(result).toEqual({ kind: "failed", message: "sample failed: a bug" });
    expect(logs).toEqual(["warn a tool threw"]);
  });

  test.each([
    ["reads and fails in passing", "read", [passing, done("ok")], 2, "ok"],
    ["reads and fails in passing twice", "read", [passing, passing], 2, "busy"],
    ["reads and fails for good", "read", [lasting], 1, "wrong"],
    ["writes and fails in passing", "write", [passing], 1, "busy"],
    ["says nothing", "read", [done("")], 1, "(sample completed with no output)"],
  ] as const)("that %s", async (_, effect, results, expectedRuns, expected) => {
    const { result, runs } = await runWith(effect, results);
    expect(runs).toBe(expectedRuns);
    expect(result.kind === "done" ? result.content : result.message).toBe(expected);
  });

  test("that is stopped before it starts does not run", async () => {
    const { result, runs } = await runWith("read", [done("x")], { signal: AbortSignal.abort() });
    expect(runs).toBe(0);
    expect(result).toMatchObject({ kind: "failed", message: "sample was stopped before it finished." });
  });
});
