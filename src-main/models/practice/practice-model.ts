import type { Clock } from "../../host.ts";
import { text } from "../../words.ts";
import { simpleError } from "../errors/model-errors.ts";
import type { Model, ModelError, ModelOutcome, ModelRequest, ModelSink, ParsedCall } from "../model.ts";
import { wait } from "../retry-policy.ts";
import { readIntent } from "./intents.ts";
import { nextStep, type Step } from "./next-step.ts";
import { practiceModelId } from "./practice-model-id.ts";
import { readTurn } from "./turn.ts";

export interface PracticeModelOptions {
  readonly clock: Clock;
  /** Unique texts, for the ids of calls. */
  readonly createId: () => string;
}

/** Words that come at once, and the pause between them: about a thousand a second. */
const wordsPerBeat = 20;
const beatMs = 20;
const vocabulary = ["one", "small", "bird", "sits", "on", "a", "branch", "and", "looks", "around"];

/**
 * The practice model: rules, no AI, nothing leaves the machine. It understands the requests of its help text, drives
 * whatever real tools are offered and answers with what they gave.
 */
export function createPracticeModel(options: PracticeModelOptions): Model {
  return {
    id: practiceModelId,
    isLocal: true,
    async complete(request, sink, signal) {
      if (signal.aborted) return aborted("", "");
      const turn = readTurn(request.messages);
      const step = nextStep(readIntent(turn.request), turn.done);
      return take(step, { ...options, request, sink, signal });
    },
  };
}

interface Scene extends PracticeModelOptions {
  readonly request: ModelRequest;
  readonly sink: ModelSink;
  readonly signal: AbortSignal;
}

function take(step: Step, scene: Scene): ModelOutcome | Promise<ModelOutcome> {
  switch (step.kind) {
    case "answer":
      return say(step.text, scene);
    case "call":
      return callTool(step.tool, step.arguments, scene);
    case "think":
      return think(step.seconds, scene);
    case "say":
      return sayWords(step.words, scene);
    case "fail":
      return outcomeOf({
        error: { kind: "server", retryable: false, userMessage: text("model.practice.failed") },
      });
  }
}

function callTool(tool: string, parameters: ParsedCall["arguments"], scene: Scene): ModelOutcome {
  const isOffered = scene.request.tools.list.some(({ name }) => name === tool);
  if (!isOffered) return say(text("model.practice.noTool", { tool }), scene);
  return outcomeOf({ toolCalls: [{ id: scene.createId(), name: tool, arguments: parameters }] });
}

function say(words: string, { sink }: Scene): ModelOutcome {
  for (const piece of words.match(/\S+\s*|\s+/g) ?? []) sink.text(piece);
  return outcomeOf({ content: words });
}

async function think(seconds: number, scene: Scene): Promise<ModelOutcome> {
  let reasoning = "";
  for (let second = 1; second <= seconds; second++) {
    const thought = `${text("model.practice.thought", { second, seconds })}\n`;
    reasoning += thought;
    scene.sink.reasoning(thought);
    if (!(await wait(scene.clock, 1000, scene.signal))) return aborted("", reasoning);
  }
  return { ...say(text("model.practice.thoughtFor", { seconds }), scene), reasoning };
}

async function sayWords(count: number, { sink, clock, signal }: Scene): Promise<ModelOutcome> {
  let content = "";
  for (let said = 0; said < count; said++) {
    if (said > 0 && said % wordsPerBeat === 0 && !(await wait(clock, beatMs, signal))) return aborted(content, "");
    const word = `${said === 0 ? "" : " "}${vocabulary[said % vocabulary.length] ?? ""}`;
    content += word;
    sink.text(word);
  }
  return outcomeOf({ content });
}

function aborted(content: string, reasoning: string): ModelOutcome {
  const error = simpleError("aborted", { modelId: practiceModelId, address: "", key: null });
  return outcomeOf({ content, reasoning, error });
}

interface Part {
  readonly content?: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly ParsedCall[];
  readonly error?: ModelError;
}

function outcomeOf({ content = "", reasoning = "", toolCalls = [], error }: Part): ModelOutcome {
  return {
    content,
    reasoning,
    toolCalls,
    invalidToolCalls: [],
    finishReason: error !== undefined ? "error" : toolCalls.length > 0 ? "tool_calls" : "stop",
    // It runs on rules: nothing is counted, and no budget is used.
    usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
    error: error ?? null,
  };
}
