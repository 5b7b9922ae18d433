import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { isRecord } from "../../src-preload/contract/own-value.ts";
import type { Message, ToolMessage } from "../../src-preload/contract/records.ts";
import { stepObject, wordsOfStep } from "../../src-preload/contract/step-words.ts";
import type { SubagentOutcome } from "../../src-preload/contract/subagents.ts";

/** How a sub-agent ended. */
export interface ChildEnd {
  readonly outcome: SubagentOutcome;
  /** Why it is not done, as a sentence; "" where it is. */
  readonly reason: string;
  /** Its last words. */
  readonly said: string;
  readonly tokens: number;
  /** What it did until then, a line a step, oldest first. */
  readonly steps: readonly string[];
  /** Who else wrote what it has read; null: nobody. */
  readonly stranger: string | null;
}

/** What the call that waits for it answers. */
export interface Brought {
  readonly isDone: boolean;
  readonly words: string;
  /** Who else wrote what it has read; null: nobody. */
  readonly stranger: string | null;
}

export function broughtBy(end: ChildEnd): Brought {
  return { isDone: end.outcome === "done", words: endWords(end), stranger: end.stranger };
}

/** So many of the last steps are told of one that did not come to its end. */
const toldSteps = 3;
/** Characters of a step, and of words that are told as a message. */
const maxStepChars = 200;
const maxToldChars = 16_000;

/** The steps of a chat that went well: the tool, and what it was about. */
export function completedSteps(messages: readonly Message[]): readonly string[] {
  const steps: string[] = [];
  for (const message of messages) {
    if (message.role !== "tool" || message.details?.status !== "ok") continue;
    const line = `${message.name} ${objectOf(messages, message)}`.replaceAll(/\s+/g, " ").trim();
    steps.push(line.length > maxStepChars ? `${line.slice(0, maxStepChars)}…` : line);
  }
  return steps;
}

function objectOf(messages: readonly Message[], { tool_call_id: id, name, runId }: ToolMessage): string {
  for (const message of messages) {
    if (message.role !== "assistant" || message.runId !== runId) continue;
    const call = message.tool_calls?.find((one) => one.id === id);
    if (call === undefined) continue;
    const words = wordsOfStep({ tool: name, words: message.steps?.find(({ callId }) => callId === id)?.words });
    return stepObject({ ...words, noObject: "" }, argumentsOf(call.function.arguments));
  }
  return "";
}

/** As a model wrote them, which need not be JSON. */
function argumentsOf(written: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = parseBoundedJson(written);
    return isRecord(read) ? read : {};
  } catch (cause) {
    if (cause instanceof SyntaxError) return {};
    throw cause;
  }
}

/** What whoever asked for it reads of its end. */
function endWords({ outcome, reason, said, steps }: ChildEnd): string {
  if (outcome === "done") return said.trim() === "" ? "(It ended without a word.)" : said;
  const last = steps.slice(-toldSteps);
  const which = steps.length > last.length ? `, the last ${last.length} of ${steps.length}` : "";
  const done = last.length === 0 ? "Completed steps: none" : `Completed steps${which}:\n- ${last.join("\n- ")}`;
  // Words of Markdown: a line of its own is a paragraph.
  return `${done}\n\nFailure: ${reason}`;
}

/** As a message, which no tool cuts. */
export function toldWords(end: ChildEnd): string {
  const words = endWords(end);
  if (words.length <= maxToldChars) return words;
  return `${words.slice(0, maxToldChars)}\n[cut: ${words.length - maxToldChars} more characters stand in its own chat]`;
}
