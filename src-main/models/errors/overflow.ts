import { numberOf } from "../json.ts";
import type { Fault } from "./fault.ts";

/** Tokens, as an overflow tells them; null where it does not. */
export interface Overflow {
  readonly contextWindow: number | null;
  readonly promptTokens: number | null;
}

const number = "([\\d][\\d,_]*)";
const prompt = number.replace("(", "(?<prompt>");
const window = number.replace("(", "(?<window>");

/** The words of providers that tell both numbers or one (`providers.md`: how to know an overflow). */
const numbered: readonly RegExp[] = [
  `prompt is too long: ${prompt} tokens > ${window} maximum`,
  `input token count \\(?${prompt}\\)? exceeds the maximum number of tokens allowed \\(?${window}`,
  `input \\(${prompt} tokens\\) is longer than the model's context length \\(${window} tokens`,
  `n_keep: ${prompt}\\s*>=\\s*n_ctx: ${window}`,
  `keep the first ${prompt} tokens.*?context length of only ${window}`,
  `prompt contains ${prompt} tokens.*?too large for model with ${window} maximum context length`,
  `exceeded model token limit: ${window}(?: \\(requested: ${prompt})?`,
  `range of input length should be \\[\\d+, ?${window}\\]`,
  `prompt_tokens \\(${prompt}\\) must be less than max_seq_len \\(${window}`,
  `prompt token count of ${prompt} exceeds the limit of ${window}`,
  `maximum prompt length is ${window} but the request contains ${prompt} tokens`,
  `request \\(${prompt} tokens\\) exceeds the available context size \\(${window}`,
  `must be <= ${window}\\. given: ${prompt} \`?inputs`,
  `exceed context limit: ${prompt} \\+ [\\d,]+ > ${window}`,
  `prompt is too long: ${prompt}, model maximum context length: ${window}`,
  `maximum context length of ${window} tokens.*?${prompt} tokens from the input`,
  `request body too large for .*?max size: ${window} tokens`,
  `input length \\(?${prompt}\\)? exceeds (?:the )?maximum (?:allowed )?(?:context )?length \\(?${window}`,
].map((source) => new RegExp(source, "is"));

const openAiWindow = new RegExp(`maximum context length (?:is|of) ${window}`, "i");
const openAiPrompt: readonly RegExp[] = [
  new RegExp(`(?:resulted in|has|passed) ${prompt}(?: input)? tokens`, "i"),
  new RegExp(`${prompt} input tokens`, "i"),
];
const countedPart = new RegExp(`${number} (?:of|in the|in) ([a-z ]+)`, "gi");

const wordsOfOverflow =
  /context_length_exceeded|tokens_limit_reached|exceed context limit|exceed_context_size|max_prompt_tokens_exceeded|context_window_exceeded|exceeds? the (?:available )?context (?:size|window|length)|exceeds? (?:the )?(?:model'?s? )?(?:maximum |max )?context|context window exceeds|context (?:length|window|size) (?:is |was )?exceeded|reduce the length of the (?:messages|prompt|input)|prompt (?:is )?too long|prompt exceeds max length|input is too long|exceeded max context length|greater than the context length|maximum context length|maximum prompt length|more than max tokens allowed|longer than the (?:model's )?(?:maximum )?context|too large for model with \d+ maximum context|exceeded model token limit|range of input length should be|must be less than max_seq_len|exceeds the maximum number of tokens allowed|prompt token count of/i;

/** The overflow that a fault tells of, or null when it is none. Throttles must have been excluded before. */
export function overflowOf(fault: Fault): Overflow | null {
  const text = fault.words;
  const isTold = wordsOfOverflow.test(text) || /(?:^|\s)1261(?:\s|$)/.test(fault.codes);
  const fields = fieldNumbers(fault);
  for (const pattern of numbered) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    return {
      contextWindow: numberOf(groups["window"]) ?? fields.contextWindow,
      promptTokens: numberOf(groups["prompt"]) ?? fields.promptTokens,
    };
  }
  if (!isTold) return null;
  const told = openAiWindow.exec(text)?.groups?.["window"];
  if (told === undefined) return fields;
  return { contextWindow: numberOf(told), promptTokens: promptIn(text) ?? fields.promptTokens };
}

/** llama.cpp tells the numbers as fields. */
function fieldNumbers(fault: Fault): Overflow {
  let contextWindow: number | null = null;
  let promptTokens: number | null = null;
  for (const told of fault.objects) {
    contextWindow ??= numberOf(told["n_ctx"]);
    promptTokens ??= numberOf(told["n_prompt_tokens"]);
  }
  return { contextWindow, promptTokens };
}

/** The tokens of the prompt; a sum that counts the output too is taken apart. */
function promptIn(text: string): number | null {
  const list = /\(([^()]*\d[^()]*(?:messages|input|completion|output)[^()]*)\)/i.exec(text)?.[1];
  let sum = 0;
  for (const [, count, what] of list?.matchAll(countedPart) ?? []) {
    if (!/completion|output/i.test(what ?? "")) sum += numberOf(count) ?? 0;
  }
  if (sum > 0) return sum;
  for (const pattern of openAiPrompt) {
    const told = numberOf(pattern.exec(text)?.groups?.["prompt"]);
    if (told !== null) return told;
  }
  return null;
}
