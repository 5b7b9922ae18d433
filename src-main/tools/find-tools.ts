import { z } from "../../src-preload/contract/zod.ts";
import { defineTool } from "./define-tool.ts";
import type { FoundTool, FoundTools, Tool } from "./tool.ts";

/** Of what a tool says of itself; all of it comes with its definition. */
const mostChars = 120;

const input = () => z.object({ wanted: z.string().trim().min(1).max(300) });

/** Finds tools of servers that the requests of the chat do not list, and has them listed; offered only where there are such. */
export function findToolsTool(): Tool {
  return defineTool({
    name: "find_tools",
    description:
      "Find tools of connected servers that are not listed, by what they do, their name or their server. Those found can be called from your next step on.",
    words: { doing: "step.doing.findTools", done: "step.foundTools", object: "wanted" },
    asks: "approval.title.tool",
    effect: "read",
    repeatSafe: true,
    exclusive: true,
    input,
    subject: async () => ({ kind: "none" }),
    run: async ({ wanted }, { findTools }) => ({ kind: "done", content: foundWords(wanted, await findTools(wanted)) }),
  });
}

function foundWords(wanted: string, { added, listed, withoutRoom, servers }: FoundTools): string {
  const parts = [
    ...part("You can call these from now on:", added),
    ...part("These are listed already:", listed),
    ...part("These fit too, and there is no room for more definitions in this turn:", withoutRoom),
  ];
  if (parts.length > 0) return parts.join("\n");
  const named = [...servers].map(([server, count]) => `${server} (${count})`).join(", ");
  return `No tool fits "${wanted}". Tools that are not listed, by server: ${named === "" ? "none" : named}.`;
}

function part(intro: string, tools: readonly FoundTool[]): readonly string[] {
  return tools.length === 0 ? [] : [intro, ...tools.map(lineOf)];
}

function lineOf({ name, server, description }: FoundTool): string {
  const line = description.replace(/\s+/g, " ").trim();
  return `- ${name} (${server}): ${line.length <= mostChars ? line : `${line.slice(0, mostChars - 1)}…`}`;
}
