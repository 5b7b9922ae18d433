import type { ContractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { ModelProblem, ModelProblemCode, StageResult, TestStage } from "../../src-preload/contract/window.ts";
import type { Host } from "../host.ts";
import type { ModelError, ModelErrorKind } from "../models/model.ts";
import { practiceModelId } from "../models/practice/practice-model-id.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { text } from "../words.ts";
import { askModels } from "./ask-models.ts";
import { type SetUpProvider, setUpProviders } from "./candidates.ts";
import { explainFailure, type StageFailure } from "./diagnosis/explain-failure.ts";
import { isSameModel } from "./diagnosis/nearest-models.ts";
import { type ModelChoice, targetOf } from "./key-target.ts";
import { openEndpointModel } from "./open-endpoint.ts";
import { plainName, providerSpec } from "./provider-specs.ts";
import type { ProviderStates, SeenAnswer } from "./provider-states.ts";
import { type ResolvedEndpoint, resolveModel } from "./resolve-model.ts";
import { testCall } from "./test-call.ts";
import { StageRecord } from "./test-stages.ts";

export interface TestOptions {
  readonly host: Host;
  readonly settings: SettingsStore;
  readonly states: ProviderStates;
  /** How long the answer of the model itself is waited for. */
  readonly callPatienceMs?: number;
}

export interface TestReport {
  readonly modelId: string | null;
  readonly stages: readonly StageResult[];
  /** What its provider lists for chats, as `provider/model`; empty where it told no list. */
  readonly models: readonly string[];
}

/** So many are told. */
const mostModels = 2000;
const listPatienceMs = 15_000;
/** A local model may have to be read into memory first. */
const callPatienceMs = 120_000;

/** What the stages of one test share. */
interface Scene {
  readonly host: Host;
  readonly settings: Settings;
  readonly states: ProviderStates;
  readonly stages: StageRecord;
  readonly callPatienceMs: number;
}

/**
 * Tests a model with the call that a chat makes: streaming, with a tool. Five stages, each with its time; the first
 * failure ends it and says what to do. A key that is handed in is used for this and kept nowhere.
 */
export async function testModel(choice: ModelChoice, options: TestOptions): AsyncResult<TestReport> {
  const current = await options.settings.current();
  if (!current.ok) return current;
  const { host } = options;
  const stages = new StageRecord();
  const target = targetOf(choice, current.value);
  if (!target.ok) {
    // A field that is wrong is told beside that field.
    return target.error.data?.["field"] === undefined ? ok(notSetUp(null, stages, target.error.message)) : target;
  }
  const { settings, provider, isTrial } = target.value;
  const { states } = options;
  const scene: Scene = { host, settings, states, stages, callPatienceMs: options.callPatienceMs ?? callPatienceMs };
  const { modelId } = target.value;
  if (modelId === practiceModelId) return ok(await testPractice(scene));
  const place = modelId === null ? providerPlace(settings, host, provider) : endpointOf(modelId, settings, host);
  if (!place.ok) return ok(notSetUp(modelId, stages, place.error.message));
  return ok(await testPlace(place.value, { modelId, starters: target.value.starters, isTrial }, scene));
}

function notSetUp(modelId: string | null, stages: StageRecord, message: string): TestReport {
  // Without a model the message tells what is to be chosen.
  const nextStep = modelId === null ? "" : text("diagnose.notSetUp.fix");
  const problem: ModelProblem = { code: "not-set-up", message, nextStep, command: 'perch agent -m "/model NAME"' };
  stages.fail("reached", problem, null);
  return { modelId, stages: stages.results, models: [] };
}

/** The stage that a problem belongs to, independent of the stage that detected it. */
const stageOfProblem: Partial<Record<ModelProblemCode, TestStage>> = {
  "wrong-path": "reached",
  "web-page": "reached",
  "wrong-key": "signed-in",
  "no-key": "signed-in",
  "unknown-model": "models",
  "no-tools": "tool-call",
};

/** A model that is listed and not found fails in the call: the list kept what it promises. */
function stageOf({ code }: ModelProblem, { stage }: StageFailure, isInList: boolean): TestStage {
  if (code === "unknown-model" && isInList) return "first-token";
  return stageOfProblem[code] ?? stage;
}

interface Wanted {
  /** Null: take a model from the provider's list. */
  readonly modelId: string | null;
  readonly starters: readonly string[];
  /** For a key that was passed in and is not saved. */
  readonly isTrial: boolean;
}

async function testPlace(place: SetUpProvider, wanted: Wanted, scene: Scene): Promise<TestReport> {
  const { host, settings, stages } = scene;
  const listed = await testList(place, host, stages);
  const modelId = wanted.modelId ?? chooseFrom(listed, wanted.starters, place.name);
  const models = listed.forChat.slice(0, mostModels).map((name) => `${place.name}/${name}`);
  const { states } = scene;
  const answered = (answer: SeenAnswer): void => {
    // What becomes of a key that is only tried says nothing of the one that is kept.
    if (!wanted.isTrial) states.answered(place, answer);
    else if (place.key.kind === "value") states.tried(place, place.key.value, answer);
  };
  const end = async (failure: StageFailure, model = ""): Promise<TestReport> => {
    const problem = await explainFailure({ failure, provider: place, modelId, models: listed.models }, host);
    stages.fail(stageOf(problem, failure, isListed(listed.models, model)), problem, failure.tookMs);
    answered(seenInTest(model, failure, problem));
    return { modelId, stages: stages.results, models };
  };
  if (listed.failure !== null) return end(listed.failure);
  if (!wanted.isTrial) states.listed(place, null);
  const { tookMs } = listed;
  if (modelId === null && listed.hasOthersOnly) return noChatModel(place, listed, scene);
  if (modelId === null) return end({ stage: "models", error: listed.refusal, tookMs, seconds: listPatienceMs / 1000 });
  const resolved = resolveModel(settings, host.env, modelId);
  if (!resolved.ok) return notSetUp(modelId, stages, resolved.error.message);
  if (resolved.value.kind === "practice") return testPractice(scene);
  noteModels(resolved.value, listed, stages);
  using model = openEndpointModel(resolved.value, host, { maxRetries: 0 });
  const words = "This is a test of the connection: call read_file with path notes.md, and do nothing else.";
  const failure = await testCall(model, words, scene);
  // Where the list was refused, only an answer shows that the key is good.
  const hasAnswered = failure === null || failure.stage === "tool-call";
  if (listed.refusal !== null && hasAnswered) passSignedIn(place, tookMs, stages);
  if (failure !== null) return end(failure, resolved.value.modelName);
  answered({ model: resolved.value.modelName, error: null, tools: true });
  return { modelId: resolved.value.id, stages: stages.results, models };
}

/** Everything that is listed embeds, speaks, draws or the like: asking one of them would only be refused. */
function noChatModel({ name }: SetUpProvider, { models, tookMs }: Listed, { stages }: Scene): TestReport {
  const provider = providerSpec(name)?.title ?? name;
  const message = text("test.noChatModel", { provider, count: models?.length ?? 0 });
  const nextStep = text("test.noChatModelFix");
  stages.fail("models", { code: "unknown-model", message, nextStep }, tookMs);
  return { modelId: null, stages: stages.results, models: [] };
}

/** One that answers in words alone, or writes a call that cannot be read, can be talked with. */
function seenInTest(model: string, { error, stage }: StageFailure, problem: ModelProblem): SeenAnswer {
  const tools = problem.code === "no-tools" ? false : null;
  if (stage === "tool-call" && (error === null || error.kind === "tool_format")) return { model, error: null, tools };
  const kind = error?.kind ?? "empty";
  const userMessage = `${problem.message} ${problem.nextStep}`;
  // The test's own patience stopped it, nobody else.
  const failed: ModelError = { kind: kind === "aborted" ? "timeout" : kind, retryable: false, userMessage };
  return { model, error: failed, tools };
}

function endpointOf(modelId: string, settings: Settings, host: Host): Result<SetUpProvider, ContractError> {
  const resolved = resolveModel(settings, host.env, modelId);
  if (!resolved.ok) return resolved;
  if (resolved.value.kind === "practice") throw new Error("the practice model has no endpoint");
  const { provider, baseUrl, isLocal, key, quirks, extraHeaders, proxy } = resolved.value;
  return ok({ name: provider, baseUrl, isLocal, key, keyHeader: quirks.keyHeader, extraHeaders, proxy });
}

function providerPlace(
  settings: Settings,
  host: Host,
  provider: string | null,
): Result<SetUpProvider, { message: string }> {
  if (provider === null) return { ok: false, error: { message: text("test.unknownKey") } };
  const found = setUpProviders(settings, host.env).find(({ name }) => plainName(name) === plainName(provider));
  if (found !== undefined) return ok(found);
  const { title = provider, keyVariable = "" } = providerSpec(provider) ?? {};
  const message = text("provider.noKey", { provider: title, variable: keyVariable ?? "" });
  return { ok: false, error: { message } };
}

/** The model to begin with: one that is known to be good and is listed, else the first of the list for a chat. */
function chooseFrom({ forChat, hasOthersOnly }: Listed, starters: readonly string[], provider: string): string | null {
  const good = starters.find((starter) => forChat.some((model) => isSameModel(model, starter)));
  const model = good ?? forChat[0] ?? (hasOthersOnly ? undefined : starters[0]);
  return model === undefined ? null : `${provider}/${model}`;
}

function isListed(models: readonly string[] | null, model: string): boolean {
  return models?.some((listed) => isSameModel(listed, model)) === true;
}

interface Listed {
  readonly failure: StageFailure | null;
  /** Null where the provider gives no list. */
  readonly models: readonly string[] | null;
  readonly forChat: readonly string[];
  /** It lists models, and none that a chat can be had with. */
  readonly hasOthersOnly: boolean;
  /** Why it gives none, where it may answer all the same. */
  readonly refusal: ModelError | null;
  readonly tookMs: number;
}

const unlisted = { models: null, forChat: [], hasOthersOnly: false } as const;

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
  if (asked.ok) {
    passReached(place, tookMs, stages);
    passSignedIn(place, tookMs, stages);
    const { all, forChat } = asked.value;
    const hasOthersOnly = all.length > 0 && forChat.length === 0;
    return { failure: null, models: all, forChat, hasOthersOnly, refusal: null, tookMs };
  }
  const { error } = asked;
  const stage = stageOfError[error.kind] ?? "models";
  if (stage !== "reached") passReached(place, tookMs, stages);
  // Some give no list and answer all the same. Whether the key is good shows only then.
  if (error.kind === "not_found" || error.kind === "bad_request") {
    stages.skip("signed-in", text("test.keyUnknown"));
    return { failure: null, ...unlisted, refusal: error, tookMs };
  }
  if (stage === "models") passSignedIn(place, tookMs, stages);
  const seconds = listPatienceMs / 1000;
  return { failure: { stage, error, tookMs, seconds }, ...unlisted, refusal: null, tookMs };
}

function passReached({ baseUrl }: SetUpProvider, tookMs: number, stages: StageRecord): void {
  stages.pass("reached", text("test.reached", { address: new URL(baseUrl).host }), tookMs);
}

function passSignedIn({ key }: SetUpProvider, tookMs: number, stages: StageRecord): void {
  stages.pass("signed-in", text(key.kind === "none" ? "test.noKeyNeeded" : "test.signedIn"), tookMs);
}

function noteModels(resolved: ResolvedEndpoint, { models, tookMs }: Listed, stages: StageRecord): void {
  const { modelName: model } = resolved;
  if (models === null || models.length === 0) stages.skip("models", text("test.noList"));
  else if (isListed(models, model)) {
    const words =
      models.length === 1 ? text("test.oneModel", { model }) : text("test.models", { count: models.length, model });
    stages.pass("models", words, tookMs);
  } else stages.pass("models", text("test.notListed", { count: models.length, model }), tookMs);
}

async function testPractice({ host, settings, stages, callPatienceMs: patience }: Scene): Promise<TestReport> {
  for (const stage of ["reached", "signed-in", "models"] as const) stages.pass(stage, text("test.practice"), 0);
  const { createPracticeModel } = await import("../models/practice/practice-model.ts");
  const model = createPracticeModel({ clock: host, createId: host.createId });
  const failure = await testCall(model, "read notes.md", { host, settings, stages, callPatienceMs: patience });
  if (failure === null) return { modelId: practiceModelId, stages: stages.results, models: [] };
  return notSetUp(practiceModelId, stages, failure.error?.userMessage ?? "");
}
