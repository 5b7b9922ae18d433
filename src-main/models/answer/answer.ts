import type { Usage } from "../../../src-preload/contract/records.ts";
import { isObject, textOf } from "../json.ts";
import type { ModelError, ModelOutcome } from "../model.ts";
import { harmonyOpeners } from "../text-calls/harmony.ts";
import { callOpeners } from "../text-calls/read-text-calls.ts";
import type { WireChoice, WireChunk, WireDelta } from "../wire-types.ts";
import { offeredNames } from "./call-names.ts";
import { costOfPiece, createCallAssembler } from "./calls.ts";
import type { AnswerEnd, AnswerOptions } from "./collected-answer.ts";
import { concludeAnswer } from "./conclude.ts";
import { strongerFinish, type WireFinish, wireFinishOf } from "./finish-words.ts";
import { partsOf, reasoningOf } from "./reasoning-fields.ts";
import { createShownText } from "./shown-text.ts";
import { createThoughtTeller } from "./thought-teller.ts";
import { laterUsage, usageOf } from "./usage.ts";

/** The most text, thoughts and calls of one answer together: more than any model can say, token by token. */
const maxKept = 8 * 1024 * 1024;

/**
 * Makes one outcome of the chunks of an answer, whatever shape they have (rules 1 to 11 of the provider cases). Pure
 * but for the sink: it knows nothing of connections and clocks.
 */
export interface Answer {
  /** A chunk of a stream, or a whole answer. */
  accept(wire: unknown): void;
  /** A finish reason was seen: whatever the connection does now, the answer stands. */
  readonly isWhole: boolean;
  /** Grows with each word, thought or piece of a call, and with nothing else. */
  readonly size: number;
  /** An error came inside the answer: nothing after it counts. */
  readonly hasFailed: boolean;
  /** Text was handed to the sink: the request must not be sent again. */
  readonly hasShownText: boolean;
  finish(end: AnswerEnd): ModelOutcome;
}

export function createAnswer(options: AnswerOptions): Answer {
  const offered = offeredNames(options.tools);
  const thoughts = createThoughtTeller((delta) => options.sink.reasoning(delta));
  const sink = { text: (delta: string) => options.sink.text(delta), reasoning: thoughts.inTag };
  const shownText = createShownText(sink, offered.size === 0 ? harmonyOpeners : callOpeners);
  const calls = createCallAssembler();
  const choicesWithDeltas = new Set<number>();
  let hasMessage = false;
  let text = "";
  let textChoice = 0;
  let kept = 0;
  let reasoning = "";
  let refusal = "";
  let finish: WireFinish | null = null;
  let usage: Usage | null = null;
  let error: ModelError | null = null;

  function addText(choice: number, delta: string): void {
    if (choice !== textChoice && text !== "") {
      text += "\n";
      shownText.push("\n");
    }
    textChoice = choice;
    text += delta;
    kept += delta.length + costOfPiece;
    shownText.push(delta);
  }

  function addReasoning(delta: string): void {
    reasoning += delta;
    kept += delta.length + costOfPiece;
    thoughts.inField(delta);
  }

  function refuse(delta: string): void {
    refusal += delta;
    kept += delta.length + costOfPiece;
  }

  function acceptMessage(choice: number, message: WireDelta): void {
    const { content } = message;
    const thought = reasoningOf(message);
    if (thought !== "") addReasoning(thought);
    if (typeof content === "string") {
      if (content !== "") addText(choice, content);
    } else if (Array.isArray(content)) {
      const parts = partsOf(content);
      if (parts.reasoning !== "") addReasoning(parts.reasoning);
      if (parts.text !== "") addText(choice, parts.text);
    }
    if (typeof message.refusal === "string") refuse(message.refusal);
    const made = message.tool_calls;
    if (Array.isArray(made)) for (const call of made) if (isObject(call)) calls.add(choice, call);
    if (isObject(message.function_call)) calls.addLegacy(choice, message.function_call);
  }

  function acceptChoice(choice: WireChoice): void {
    const index = typeof choice.index === "number" ? choice.index : 0;
    if (isObject(choice.delta)) {
      choicesWithDeltas.add(index);
      acceptMessage(index, choice.delta);
    } else if (isObject(choice.message) && !choicesWithDeltas.has(index)) {
      hasMessage = true;
      acceptMessage(index, choice.message);
    } else if (typeof choice.text === "string") addText(index, choice.text);
    const word = wireFinishOf(choice.finish_reason);
    if (word !== null) finish = strongerFinish(finish, word);
    if (isObject(choice.usage)) usage = laterUsage(usage, usageOf(choice.usage));
    if (isFault(choice.error)) error ??= options.classify(choice);
  }

  return {
    get isWhole() {
      return finish !== null;
    },
    get size() {
      return kept + calls.size;
    },
    get hasFailed() {
      return error !== null;
    },
    get hasShownText() {
      return shownText.hasShown;
    },
    accept(chunk) {
      if (error !== null) return;
      if (!isObject(chunk)) {
        if (Array.isArray(chunk)) error = options.classify(chunk);
        return;
      }
      const wire: WireChunk = chunk;
      const { choices } = wire;
      if (finish === null && isErrorChunk(wire)) error = options.classify(wire);
      if (Array.isArray(choices)) for (const choice of choices) if (isObject(choice)) acceptChoice(choice);
      if (isObject(wire.usage)) usage = laterUsage(usage, usageOf(wire.usage));
      if (kept + calls.size > maxKept) error ??= options.failure("endless", usage);
    },
    finish(end) {
      const collected = { text, reasoning, refusal, finish, usage, error, hasMessage };
      const outcome = concludeAnswer(collected, calls.finish(offered, options.makeCallId), end, options);
      shownText.finish(outcome.content);
      return outcome;
    },
  };
}

function isFault(value: unknown): boolean {
  return isObject(value) ? Object.keys(value).length > 0 : textOf(value) !== "";
}

/** An error stands in `error`, in `base_resp`, or at the top of an object that has no choices. */
function isErrorChunk(wire: WireChunk): boolean {
  if (wire.error !== undefined && isFault(wire.error)) return true;
  const base = wire.base_resp;
  if (isObject(base) && base["status_code"] !== undefined && String(base["status_code"]) !== "0") return true;
  if (Array.isArray(wire.choices) || wire.usage !== undefined) return false;
  return wire.object === "error" || wire.message !== undefined || wire.detail !== undefined;
}
