import { join } from "node:path";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import { isProgramKey } from "../../src-preload/contract/session-key.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Memory } from "../knowledge/memory/memory.ts";
import type { MemoryAnswer, MemoryWriting } from "../knowledge/memory/memory-answer.ts";
import type { Subject } from "../policy/subject.ts";
import { defineTool } from "./define-tool.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure } from "./tool-failure.ts";

interface MemoryToolsOptions {
  readonly memory: Pick<Memory, "remember" | "forget">;
  /** Where MEMORY.md lies. */
  readonly workspace: string;
}

const rememberInput = () =>
  z.object({
    fact: z.string().describe("One sentence, understood without this chat"),
    replaces: z.string().optional().describe("The fact that is no longer true"),
  });
const forgetInput = () => z.object({ fact: z.string() });

/** What the agent itself keeps of its user: it acts at once, in one file that the person reads and edits. */
export function createMemoryTools({ memory, workspace }: MemoryToolsOptions): readonly Tool[] {
  const path = join(workspace, "memory", "MEMORY.md");
  const subjectOf = (sign: "+" | "-", fact: string): Subject => ({
    kind: "path",
    access: "write",
    path,
    preview: { kind: "text", text: `${sign} ${fact}` },
    admitted: true,
    secret: null,
    acts: null,
    isMemory: true,
  });
  return [
    defineTool({
      name: "remember",
      description: "Keep a lasting fact about the user or their work for all chats.",
      words: { doing: "step.doing.remember", done: "step.remembered", object: "fact" },
      asks: "approval.title.remember",
      effect: "write",
      repeatSafe: true,
      input: rememberInput,
      subject: async ({ fact, replaces }) => subjectOf("+", replaces === undefined ? fact : `${fact}\n- ${replaces}`),
      run: async ({ fact, replaces }, context) =>
        told(
          await memory.remember(
            { fact, ...(replaces === undefined ? {} : { replaces }) },
            writingOf(context),
            // What another program has said may come from anywhere.
            isProgramKey(context.sessionKey) ? "program" : "asked",
          ),
          "Remembered",
        ),
    }),
    defineTool({
      name: "forget",
      description: "Take a fact out of the memory.",
      words: { doing: "step.doing.forget", done: "step.forgot", object: "fact" },
      asks: "approval.title.forget",
      effect: "write",
      repeatSafe: true,
      input: forgetInput,
      subject: async ({ fact }) => subjectOf("-", fact),
      run: async ({ fact }, context) => told(await memory.forget(fact, writingOf(context)), "Forgot"),
    }),
  ];
}

function writingOf({ sessionKey, beforeWrite, afterWrite }: ToolContext): MemoryWriting {
  return { author: { kind: "agent", sessionKey }, before: beforeWrite, after: afterWrite };
}

function told(answer: Awaited<AsyncResult<MemoryAnswer>>, verb: string): ToolResult {
  return answer.ok ? resultOf(answer.value, verb) : failure(`The memory was not changed: ${answer.error.message}`);
}

function resultOf(answer: MemoryAnswer, verb: string): ToolResult {
  switch (answer.kind) {
    case "done":
      return { kind: "done", content: `${verb}: ${answer.fact}` };
    case "known":
      return { kind: "done", content: `The memory has it already: ${answer.fact}` };
    case "proposed":
      return { kind: "done", content: `The user decides about it: ${answer.fact}` };
    case "refused":
      return failure("The user does not want this to be remembered.");
    case "full":
      return failure(
        `The memory would have ${answer.tokens} tokens, and ${answer.budget} are allowed. Forget facts that are no longer needed, or put several into one with replaces, then try again.`,
      );
    case "empty":
      return failure("There is no fact in it. Nothing was changed.");
    case "too-long":
      return failure("That is too long for one fact: say it in one or two sentences. Nothing was changed.");
    case "missing":
      return failure(missing(answer.near));
    case "several":
      return failure(`More than one fact is meant; name one of them whole:\n${list(answer.facts)}`);
    default:
      return assertNever(answer);
  }
}

function missing(near: readonly string[]): string {
  const what = "There is no such fact in the memory, and nothing was changed.";
  return near.length === 0 ? what : `${what} The nearest ones:\n${list(near)}`;
}

function list(facts: readonly string[]): string {
  return facts.map((fact) => `- ${fact}`).join("\n");
}
