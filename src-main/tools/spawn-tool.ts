import { z } from "../../src-preload/contract/zod.ts";
import type { Brought } from "../subagents/child-end.ts";
import type { Subagents } from "../subagents/subagents.ts";
import { defineTool } from "./define-tool.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure } from "./tool-failure.ts";

const input = () =>
  z.object({
    task: z.string(),
    label: z.string().optional(),
    agent: z.string().optional(),
    wait: z.boolean().optional(),
  });
type Input = z.infer<ReturnType<typeof input>>;

type SpawnToolParts = Pick<Subagents, "spawn" | "stopOne">;

const maxLabelChars = 60;

/** Gives a task to a sub-agent. What that does is asked about where it is done: the call itself touches nothing. */
export function createSpawnTool(parts: () => SpawnToolParts): Tool {
  return defineTool({
    name: "spawn",
    description: "A sub-agent that knows the task alone does it. wait false: its result comes later.",
    words: { doing: "step.doing.spawn", done: "step.spawn", object: "label", noObject: "its task" },
    asks: "approval.title.spawn",
    effect: "read",
    repeatSafe: false,
    input,
    subject: async () => ({ kind: "none" }),
    run: (asked, context) => run(asked, context, parts()),
  });
}

async function run({ task, label, agent, wait = true }: Input, context: ToolContext, parts: SpawnToolParts) {
  if (task.trim() === "") return failure("There is no task: say all that is needed for it, and try again.");
  if (agent !== undefined && !/^[\w-]{1,64}$/.test(agent)) {
    return failure("The name of an agent has letters, digits, - and _ alone. Nothing was begun.");
  }
  const { sessionKey: parent, runId, callId, isAttended, progress } = context;
  const name = labelOf(label ?? "", task);
  const about = { parent, runId, callId, isAttended, progress };
  const spawned = await parts.spawn({ ...about, label: name, task, agent: agent ?? null, waits: wait });
  if (!spawned.ok) return failure(spawned.error.message);
  const { key, end } = spawned.value;
  if (end === null) {
    const content = `The sub-agent “${name}” is at work. What comes of it is told to you in a message: do not wait for it.`;
    return { kind: "done", content, details: { subagent: { key, label: name, isDone: false } } } as const;
  }
  using _ = context.standStill();
  const stop = (): void => void parts.stopOne(key);
  context.signal.addEventListener("abort", stop, { once: true });
  if (context.signal.aborted) stop();
  const ended = await end;
  context.signal.removeEventListener("abort", stop);
  return resultOf(ended, { key, label: name, isDone: true });
}

type Origin = NonNullable<NonNullable<ToolResult["details"]>["subagent"]>;

function resultOf({ isDone, words, stranger }: Brought, subagent: Origin): ToolResult {
  const origin = { details: { subagent }, ...(stranger === null ? {} : { untrusted: stranger }) };
  return isDone ? { kind: "done", content: words, ...origin } : { kind: "failed", message: words, ...origin };
}

/** One line; the beginning of the task where it has no name. */
function labelOf(label: string, task: string): string {
  const line = (label.trim() === "" ? task : label).replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(line);
  return characters.length <= maxLabelChars ? line : `${characters.slice(0, maxLabelChars - 1).join("")}…`;
}
