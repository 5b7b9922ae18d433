import { reasonOf } from "../thrown.ts";
import { contentOrNote } from "./result-limit.ts";
import type { PreparedCall, Tool, ToolContext, ToolResult } from "./tool.ts";

/**
 * Runs a call that was allowed. Never throws: a tool that does is a failed result and a line in the log. A tool that
 * only reads and fails for a passing reason is tried once more.
 */
export async function runPreparedCall(tool: Tool, call: PreparedCall, context: ToolContext): Promise<ToolResult> {
  const first = await runOnce(tool, call, context);
  const mayRepeat = tool.effect === "read" && first.kind === "failed" && first.passing === true;
  if (!mayRepeat || context.signal.aborted) return first;
  context.log("info", "a tool failed for a passing reason and is tried again", {
    tool: tool.name,
    reason: first.message,
  });
  return runOnce(tool, call, context);
}

async function runOnce(tool: Tool, call: PreparedCall, context: ToolContext): Promise<ToolResult> {
  if (context.signal.aborted) return stopped(tool);
  try {
    const result = await call.run(context);
    return result.kind === "done" ? { ...result, content: contentOrNote(tool.name, result.content) } : result;
  } catch (error) {
    if (context.signal.aborted) return stopped(tool);
    context.log("warn", "a tool threw", { tool: tool.name, runId: context.runId, error });
    return { kind: "failed", message: `${tool.name} failed: ${reasonOf(error)}` };
  }
}

function stopped(tool: Tool): ToolResult {
  return { kind: "failed", message: `${tool.name} was stopped before it finished.` };
}
