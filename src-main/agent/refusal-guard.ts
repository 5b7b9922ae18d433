import type { ToolResult } from "../tools/tool.ts";

const escalateAt = 3;

export interface RefusalGuard {
  /** What to add to a failed result for the model; "" most of the time. */
  check(result: ToolResult, target: string): string;
}

/** One run's memory of paths that were refused: at the third try of one, by any tool, the model is told to stop. */
export function createRefusalGuard(): RefusalGuard {
  const refused = new Map<string, number>();
  return {
    check(result, path) {
      if (result.kind !== "failed" || result.refused !== "outside-roots") return "";
      const count = (refused.get(path) ?? 0) + 1;
      refused.set(path, count);
      if (count < escalateAt) return "";
      return `\n\n[Refused ${count} times. Stop trying to reach ${path}: tell the user that it lies outside the folders you may use, and ask.]`;
    },
  };
}
