import type { Message } from "../../src-preload/contract/records.ts";
import { claimedDeeds } from "./claimed-deed.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";

/**
 * Whether an answer says that a file was written or a command was run while nothing of the kind was done: neither in this
 * turn, nor to what it names in an earlier one. Never so in plan mode or without tools.
 */
export function isUnproven(deps: Pick<AgentDependencies, "tools">, run: RunContext, answer: string): boolean {
  if (run.mode === "plan" || deps.tools.definitions(run.allowedTools).length === 0) return false;
  const names = claimedDeeds(answer);
  if (names.length === 0) return false;
  // A tool that is not known any more may have done anything, and so may a sub-agent.
  const changes = (tool: string): boolean => tool === "spawn" || deps.tools.get(tool)?.effect !== "read";
  const { context } = run.session;
  if (context.some((message) => message.runId === run.runId && wasDone(message) && changes(message.name))) return false;
  return names.some((name) => !context.some((message) => mentions(message, lastPart(name), changes)));
}

function wasDone(message: Message): message is Extract<Message, { role: "tool" }> {
  if (message.role !== "tool") return false;
  return message.details?.status !== "denied" && message.details?.status !== "interrupted";
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

function mentions(message: Message, name: string, changes: (tool: string) => boolean): boolean {
  if (message.role !== "assistant") return false;
  const calls = message.tool_calls ?? [];
  return calls.some(({ function: call }) => changes(call.name) && call.arguments.includes(name));
}
