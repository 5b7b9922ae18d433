import type { ContractError } from "../../src-preload/contract/errors.ts";
import { ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { StageResult, TestStage } from "../../src-preload/contract/window.ts";
import type { Host } from "../host.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { text } from "../settings/text.ts";
import { askModels } from "./ask-models.ts";
import { type SetUpProvider, setUpProviders } from "./candidates.ts";
import { type ModelChoice, targetOf } from "./key-target.ts";
import type { Model, ModelErrorKind, ModelOutcome, ModelRequest, ModelSink } from "./model.ts";
import { openEndpointModel } from "./open-endpoint.ts";
import { plainName } from "./provider-specs.ts";
import type { ProviderStates } from "./provider-states.ts";
import { practiceModelId, type ResolvedEndpoint, resolveModel } from "./resolve-model.ts";
import { StageRecord } from "./test-stages.ts";
import { toolOffersOf } from "./tool-offers.ts";
import { systemWireMessage } from "./wire.ts";

export interface TestOptions {
  readonly host: Host;
  readonly settings: SettingsStore;
  readonly states: ProviderStates;
}

export interface TestReport {
  readonly modelId: string | null;
  readonly stages: readonly StageResult[];
}

const listPatienceMs = 15_000;
/** A local model may have to be read into memory first. */
const callPatienceMs = 120_000;
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

/**
 * Tests a model with the call that a chat makes: streaming, with a tool. Five stages, each with its time; the first
 * failure ends it. A key that is handed in is used for this and kept nowhere.
 */
export async function testModel(choice: ModelChoice, options: TestOptions): Promise<Result<TestReport, ContractError>> {
  const current = await options.settings.current();
  if (!current.ok) return current;
  const { host } = options;
  const stages = new StageRecord();
  const failed = (modelId: string | null, stage: TestStage, message: string) => {
    stages.fail(stage, message, null);
    return ok({ modelId, stages: stages.results });
  };
  const target = targetOf(choice, current.value);
  if (!target.ok) return failed(null, "reached", target.error.message);
  if (target.value.modelId === practiceModelId) return ok(await testPractice(host, current.value, stages));

  const { settings, provider, starters } = target.value;
  let modelId = target.value.modelId;
  const place = modelId === null ? providerPlace(settings, host, provider) : endpointOf(modelId, settings, host);
  if (!place.ok) return failed(modelId, "reached", place.error.message);
  const listed = await testList(place.value, host, stages);
  if (!listed.goesOn) return ok({ modelId, stages: stages.results });
  modelId ??= chooseFrom(listed.models, starters, place.value.name);
  const resolved = modelId === null ? null : resolveModel(settings, host.env, modelId);
  if (resolved === null) return failed(null, "models", text("test.noModels"));
  if (!resolved.ok) return failed(modelId, "models", resolved.error.message);
  if (resolved.value.kind === "practice") return ok(await testPractice(host, settings, stages));
  noteModels(resolved.value, listed, stages);
  // What becomes of a key that is only tried says nothing of the one that is kept.
  const states = target.value.provider === null ? options.states : null;
  await testEndpoint(resolved.value, { host, settings, stages }, states);
  return ok({ modelId: resolved.value.id, stages: stages.results });
}

function endpointOf(modelId: string, settings: Settings, host: Host): Result<SetUpProvider, ContractError> {
  const resolved = resolveModel(settings, host.env, modelId);
  if (!resolved.ok) return resolved;
  if (resolved.value.kind === "practice") throw new Error("the practice model has no endpoint");
  const { provider, baseUrl, isLocal, key, quirks, extraHeaders } = resolved.value;
  return ok({ name: provider, baseUrl, isLocal, key, keyHeader: quirks.keyHeader, extraHeaders });
}

function providerPlace(
  settings: Settings,
  host: Host,
  provider: string | null,
): Result<SetUpProvider, { message: string }> {
  const found = setUpProviders(settings, host.env).find(
    ({ name }) => provider !== null && plainName(name) === plainName(provider),
  );
  return found === undefined ? { ok: false, error: { message: text("test.unknownKey") } } : ok(found);
}

/** The model to begin with: one that is known to be good and is listed, else the first of the list. */
function chooseFrom(models: readonly string[], starters: readonly string[], provider: string): string | null {
  const good = starters.find((starter) => models.some((model) => isSameModel(model, starter)));
  const model = good ?? models[0] ?? starters[0];
  return model === undefined ? null : `${provider}/${model}`;
}

/** Lists name models with a folder in front or a tag behind: `models/x`, `x:latest`. */
function isSameModel(listed: string, name: string): boolean {
  return listed === name || listed.endsWith(`/${name}`) || listed === `${name}:latest`;
}

interface Listed {
  readonly goesOn: boolean;
  readonly models: readonly string[];
  readonly tookMs: number;
}

const stageOfError: Partial<Record<ModelErrorKind, TestStage>> = {
  network: "reached",
  timeout: "reached",
  protocol: "reached",
  aborted: "reached",
  auth: "signed-in",
  permission: "signed-in",
};

async function testList(place: SetUpProvider, host: Host, stages: StageRecord): Promise<Listed> {
  const started = host.monotonic();
  const asked = await askModels(place, host, listPatienceMs);
  const tookMs = host.monotonic() - started;
  const address = new URL(place.baseUrl).host;
  const stage = asked.ok ? null : (stageOfError[asked.error.kind] ?? "models");
  if (stage !== "reached") stages.pass("reached", text("test.reached", { address }), tookMs);
  if (asked.ok || stage === "models") stages.pass("signed-in", text(signedInKey(place)), tookMs);
  if (asked.ok) return { goesOn: true, models: asked.value, tookMs };
  if (asked.error.kind === "not_found" || asked.error.kind === "bad_request") {
    return { goesOn: true, models: [], tookMs };
  }
  const isLate = asked.error.kind === "aborted";
  const message = isLate ? text("test.late", { seconds: listPatienceMs / 1000 }) : asked.error.userMessage;
  stages.fail(stage ?? "models", message, tookMs);
  return { goesOn: false, models: [], tookMs };
}

function signedInKey({ key }: SetUpProvider): "test.signedIn" | "test.noKeyNeeded" {
  return key.kind === "none" ? "test.noKeyNeeded" : "test.signedIn";
}

function noteModels(resolved: ResolvedEndpoint, { models, tookMs }: Listed, stages: StageRecord): void {
  const { modelName: model } = resolved;
  if (models.length === 0) stages.skip("models", text("test.noList"));
  else if (models.some((listed) => isSameModel(listed, model))) {
    stages.pass("models", text("test.models", { count: models.length, model }), tookMs);
  } else stages.pass("models", text("test.notListed", { count: models.length, model }), tookMs);
}

interface CallScene {
  readonly host: Host;
  readonly settings: Settings;
  readonly stages: StageRecord;
}

async function testEndpoint(
  resolved: ResolvedEndpoint,
  scene: CallScene,
  states: ProviderStates | null,
): Promise<void> {
  using model = openEndpointModel(resolved, scene.host, {
    maxRetries: 0,
    onOutcome: ({ error }) => states?.note(resolved.provider, error, "answer"),
  });
  const words = "This is a test of the connection: call read_file with path notes.md, and do nothing else.";
  await testCall(model, words, scene);
}

async function testPractice(host: Host, settings: Settings, stages: StageRecord): Promise<TestReport> {
  for (const stage of ["reached", "signed-in", "models"] as const) stages.pass(stage, text("test.practice"), 0);
  const { createPracticeModel } = await import("./practice/practice-model.ts");
  const model = createPracticeModel({ clock: host, createId: host.createId });
  await testCall(model, "read notes.md", { host, settings, stages });
  return { modelId: practiceModelId, stages: stages.results };
}

/** The chat's own call. Failures that only a call brings to light go to the stage that they belong to. */
async function testCall(model: Model, words: string, { host, settings, stages }: CallScene): Promise<void> {
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
  const hasCalls = outcome.toolCalls.length + outcome.invalidToolCalls.length > 0;
  const { error } = outcome;
  if (error !== null && error.kind !== "tool_format") {
    const message =
      error.kind === "aborted" ? text("test.late", { seconds: callPatienceMs / 1000 }) : error.userMessage;
    stages.fail(stageOfCall(error.kind, firstMs !== null), message, tookMs);
    return;
  }
  if (firstMs === null && !hasCalls && error === null) {
    stages.fail("first-token", text("test.silent", { model: model.id }), tookMs);
    return;
  }
  stages.pass("first-token", text("test.firstToken"), firstMs ?? tookMs);
  if (isTheCall(outcome)) stages.pass("tool-call", text("test.toolCall"), tookMs);
  else stages.fail("tool-call", error?.userMessage ?? text("test.noToolCall", { model: model.id }), tookMs);
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
