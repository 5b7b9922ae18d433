import type { FinishReason, ModelError, ModelOutcome, ParsedCall } from "../model.ts";
import { readTextCalls, readThoughtCalls, type TextCall } from "../text-calls/read-text-calls.ts";
import type { FinishedCalls } from "./calls.ts";
import type { AnswerEnd, AnswerOptions, CollectedAnswer } from "./collected-answer.ts";
import { splitThinking } from "./think-tags.ts";

interface ReadAnswer {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly ParsedCall[];
}

/** Reads what came as one outcome, in the order of the rules: text, end, reason, emptiness. */
export function concludeAnswer(
  collected: CollectedAnswer,
  structured: FinishedCalls,
  end: AnswerEnd,
  options: AnswerOptions,
): ModelOutcome {
  const hasStructured = structured.calls.length > 0 || structured.invalid.length > 0;
  const read = readText(collected, hasStructured, options);
  const calls = hasStructured ? structured.calls : read.calls;
  const hasCalls = calls.length > 0 || structured.invalid.length > 0;
  const isBlank = read.content.trim() === "" && !hasCalls && collected.refusal === "";
  const error = endError(collected, end, options) ?? (isBlank ? blankError(collected, options) : null);
  const isFiltered = error?.kind === "content_filter" && collected.finish === "content_filter";
  return {
    content: read.content,
    reasoning: read.reasoning,
    ...(collected.refusal === "" ? {} : { refusal: collected.refusal }),
    toolCalls: error === null ? calls : [],
    invalidToolCalls: error === null ? structured.invalid : [],
    finishReason: error !== null && !isFiltered ? "error" : finishReasonOf(collected, hasCalls),
    usage: collected.usage,
    error,
  };
}

function readText(collected: CollectedAnswer, hasStructured: boolean, options: AnswerOptions): ReadAnswer {
  const split = splitThinking(collected.text);
  const written = hasStructured
    ? { content: split.content, reasoning: "", calls: [] }
    : readTextCalls(split.content, options.tools);
  const reasoning = joinThoughts([collected.reasoning, split.reasoning, written.reasoning]);
  const identified = (calls: readonly TextCall[]) => calls.map((call) => ({ id: options.makeCallId(), ...call }));
  const isBare = !hasStructured && written.calls.length === 0 && written.content.trim() === "";
  if (!isBare) return { content: written.content, reasoning, calls: identified(written.calls) };
  const thought = readThoughtCalls(reasoning, options.tools);
  return { content: written.content, reasoning: thought.content, calls: identified(thought.calls) };
}

/** Thoughts of several sources; what one of them says again counts once. */
function joinThoughts(sources: readonly string[]): string {
  const told: string[] = [];
  for (const source of sources)
    if (source !== "" && !told.some((one) => one.includes(source.trim()))) told.push(source);
  return told.join("\n");
}

/** Rule 6: whole with a finish reason or [DONE], else incomplete or dropped. Errors told by the wire go first. */
function endError(collected: CollectedAnswer, end: AnswerEnd, options: AnswerOptions): ModelError | null {
  if (collected.error !== null) return collected.error;
  if (end.kind === "broken" && (end.error.kind === "aborted" || collected.finish === null)) return end.error;
  switch (collected.finish) {
    case null:
      // A message that is no stream is whole by being one.
      return end.kind === "done" || collected.hasMessage ? null : options.failure("incomplete", collected.usage);
    case "overflow":
      return options.failure("context_overflow", collected.usage);
    case "overloaded":
    case "tool_format":
      return options.failure(collected.finish, collected.usage);
    case "error":
      return options.failure("server", collected.usage);
    default:
      return null;
  }
}

/** Rule 8: what an answer without text, call and refusal means. */
function blankError(collected: CollectedAnswer, options: AnswerOptions): ModelError | null {
  const { usage } = collected;
  if (usage !== null && options.contextWindow !== null && usage.promptTokens >= options.contextWindow) {
    return options.failure("context_overflow", usage);
  }
  if (collected.finish === "content_filter" || collected.finish === "length") return null;
  return options.failure("empty", usage);
}

function finishReasonOf(collected: CollectedAnswer, hasCalls: boolean): FinishReason {
  if (collected.finish === "length" || collected.finish === "content_filter") return collected.finish;
  return hasCalls ? "tool_calls" : "stop";
}
