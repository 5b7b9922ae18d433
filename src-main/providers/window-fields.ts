import { isObject, type JsonObject, numberOf, objectsOf, textOf } from "../models/json.ts";
import type { WireModel } from "../models/wire-types.ts";

/** Limits of a model in tokens; null where nothing tells them. */
export interface ModelLimits {
  readonly contextWindow: number | null;
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
}

/** The first that is a number above zero: a served window of 0 is none. */
function firstCount(...values: readonly unknown[]): number | null {
  for (const value of values) {
    const count = numberOf(value);
    if (count !== null && count > 0) return count;
  }
  return null;
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

/** The models of a list: `data`, or a bare list. */
export function listedModels(wire: unknown): readonly JsonObject[] {
  const models = objectsOf(Array.isArray(wire) ? wire : at(wire, "data")).filter((model) => model["active"] !== false);
  return models.map((model) => withParentWindow(model, models));
}

/** vLLM tells the window of a LoRA with the model that it belongs to alone. */
function withParentWindow(model: JsonObject, models: readonly JsonObject[]): JsonObject {
  const parent = textOf(model["parent"]);
  if (parent === "" || firstCount(model["max_model_len"]) !== null) return model;
  const window = models.find((other) => modelIdOf(other) === parent)?.["max_model_len"];
  return firstCount(window) === null ? model : { ...model, max_model_len: window };
}

export function modelIdOf(model: WireModel): string {
  return textOf(model.id) || textOf(model.name);
}

export interface ListedEntryLimits extends ModelLimits {
  /** What the model could do where nothing tells what its server does: never before what a native endpoint tells. */
  readonly claimedWindow: number | null;
}

/** What an entry of a model list tells: what is served, apart from what is claimed; the smaller of two limits of a route. */
export function listedLimits(model: JsonObject): ListedEntryLimits {
  const limits = at(model, "capabilities", "limits");
  const wide = firstCount(model["context_length"]);
  const route = firstCount(at(model, "top_provider", "context_length"));
  const routed = wide !== null && route !== null ? Math.min(wide, route) : (route ?? wide);
  return {
    contextWindow: firstCount(
      at(model, "meta", "n_ctx"),
      model["max_model_len"],
      routed,
      model["context_window"],
      at(limits, "max_context_window_tokens"),
    ),
    claimedWindow: firstCount(
      model["max_context_length"],
      model["max_context"],
      model["max_input_tokens"],
      at(model, "meta", "n_ctx_train"),
    ),
    maxInputTokens: firstCount(at(limits, "max_prompt_tokens"), model["max_input_tokens"]),
    maxOutputTokens: firstCount(
      at(limits, "max_output_tokens"),
      at(model, "top_provider", "max_completion_tokens"),
      model["max_completion_tokens"],
      model["max_output_tokens"],
      model["max_tokens"],
    ),
  };
}

/** Answers of the endpoints that local servers have beside `/v1`; undefined where there was none. */
export interface NativeAnswers {
  /** Ollama: what is loaded, and what the model could do. */
  readonly ps?: unknown;
  readonly show?: unknown;
  /** LM Studio. */
  readonly v0?: unknown;
  readonly v1?: unknown;
  /** llama.cpp. */
  readonly props?: unknown;
  /** LiteLLM. */
  readonly info?: unknown;
}

/** What native endpoints tell: loaded or configured before trained or maximal. */
export function nativeLimits(answers: NativeAnswers, model: string): ModelLimits {
  const loaded = entryOf(at(answers.ps, "models"), model);
  const v0 = entryOf(listedModels(answers.v0), model);
  const v1 = entryOf(at(answers.v1, "models") ?? listedModels(answers.v1), model);
  const info = at(entryOf(listedModels(answers.info), model), "model_info");
  const instances = objectsOf(at(v1, "loaded_instances")).map((instance) => at(instance, "config", "context_length"));
  const configured = /(?:^|\n)\s*num_ctx\s+(\d+)/.exec(textOf(at(answers.show, "parameters")))?.[1];
  return {
    contextWindow: firstCount(
      loaded?.["context_length"],
      ...instances,
      v0?.["loaded_context_length"],
      at(answers.props, "default_generation_settings", "n_ctx"),
      configured,
      at(info, "max_input_tokens"),
      trainedLength(at(answers.show, "model_info")),
      v1?.["max_context_length"],
      v0?.["max_context_length"],
    ),
    maxInputTokens: firstCount(at(info, "max_input_tokens")),
    maxOutputTokens: firstCount(at(info, "max_output_tokens")),
  };
}

function entryOf(list: unknown, model: string): JsonObject | undefined {
  const names = new Set([model, `${model}:latest`]);
  const keys = ["id", "name", "model", "key", "model_name"] as const;
  return objectsOf(list).find((entry) => keys.some((key) => names.has(textOf(entry[key]))));
}

/** Ollama puts the architecture in front: `qwen3.context_length`. */
function trainedLength(info: unknown): unknown {
  if (!isObject(info)) return undefined;
  const architecture = textOf(info["general.architecture"]);
  const key = Object.keys(info).find((name) => name.endsWith(".context_length"));
  return info[`${architecture}.context_length`] ?? (key === undefined ? undefined : info[key]);
}
