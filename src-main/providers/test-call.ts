import type { Settings } from "../../src-preload/contract/settings.ts";
import type { TestStage } from "../../src-preload/contract/window.ts";
import type { Host } from "../host.ts";
import type { Model, ModelErrorKind, ModelOutcome, ModelRequest, ModelSink } from "../models/model.ts";
import { toolOffersOf } from "../models/tools/tool-offers.ts";
import { systemWireMessage } from "../models/wire.ts";
import { text } from "../words.ts";
import type { StageFailure } from "./diagnosis/explain-failure.ts";
import type { StageRecord } from "./test-stages.ts";

const maxAnswerTokens = 2048;

const readFileOffer = {
  name: "read_file",
  description: "Read a text file.",
  parameters: {
    type: "object",
    properties: { path: { type: "string", description: "Path of the file" } },
    required: ["path"],
    additionalProperties: false,
  },
};

interface CallScene {
  readonly host: Host;
  readonly settings: Settings;
  readonly stages: StageRecord;
  readonly callPatienceMs: number;
}

/**
 * The chat's own call; passes the last two stages, or returns what failed. Failures that only a call brings to light
 * go to the stage that they belong to.
 */
export async function testCall(model: Model, words: string, scene: CallScene): Promise<StageFailure | null> {
  const { host, settings, stages, callPatienceMs } = scene;
  const started = host.monotonic();
  let firstMs: number | null = null;
  const first = (): void => {
    firstMs ??= host.monotonic() - started;
  };
  const sink: ModelSink = { text: first, reasoning: first, retry: () => undefined };
  const patience = new AbortController();
  using _timer = host.setTimer(callPatienceMs, () => patience.abort());
  const outcome = await model.complete(requestOf(words, settings), sink, patience.signal);
  const tookMs = host.monotonic() - started;
  const failed = (stage: TestStage, error = outcome.error): StageFailure => {
    return { stage, error, tookMs, seconds: Math.round(callPatienceMs / 1000) };
  };
  const hasCalls = outcome.toolCalls.length + outcome.invalidToolCalls.length > 0;
  const { error } = outcome;
  if (error !== null && error.kind !== "tool_format") return failed(stageOfCall(error.kind, firstMs !== null));
  if (firstMs === null && !hasCalls && error === null) return failed("first-token");
  stages.pass("first-token", text("test.firstToken"), firstMs ?? tookMs);
  if (!isTheCall(outcome)) return failed("tool-call");
  stages.pass("tool-call", text("test.toolCall"), tookMs);
  return null;
}

function stageOfCall(kind: ModelErrorKind, hasAnswered: boolean): TestStage {
  if (hasAnswered) return "tool-call";
  if (kind === "not_found") return "models";
  return kind === "auth" || kind === "permission" ? "signed-in" : "first-token";
}

function isTheCall({ toolCalls }: ModelOutcome): boolean {
  return toolCalls.some((call) => call.name === readFileOffer.name && typeof call.arguments["path"] === "string");
}

function requestOf(words: string, settings: Settings): ModelRequest {
  const { temperature, maxTokens, reasoningEffort, contextWindow } = settings.agents.defaults;
  const system = systemWireMessage("You are an assistant that uses tools.");
  const user = { role: "user", json: JSON.stringify({ role: "user", content: words }), tokens: 40 } as const;
  return {
    messages: [system, user],
    tools: toolOffersOf([readFileOffer]),
    parameters: { temperature, maxTokens: Math.min(maxTokens, maxAnswerTokens), reasoningEffort },
    contextWindow,
  };
}
