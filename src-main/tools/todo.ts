import { z } from "../../src-preload/contract/zod.ts";
import { defineTool } from "./define-tool.ts";
import type { Tool } from "./tool.ts";

const input = () =>
  z.object({
    items: z
      .array(z.object({ text: z.string().trim().min(1).max(300), state: z.enum(["open", "doing", "done"]) }))
      .min(1)
      .max(40),
  });

/** The plan of a turn, whole each time: it stays in the arguments of the call, which no trimming shortens. */
export function todoTool(): Tool {
  return defineTool({
    name: "todo",
    description: "Keep the plan of a long task in steps; give all of them each time.",
    words: { doing: "step.doing.plan", done: "step.planned" },
    asks: "approval.title.tool",
    effect: "read",
    repeatSafe: true,
    exclusive: true,
    input,
    subject: async () => ({ kind: "none" }),
    run: async ({ items }) => {
      const left = items.filter(({ state }) => state !== "done").length;
      return { kind: "done", content: `Noted: ${left} of ${items.length} left.`, details: { todo: items } };
    },
  });
}
