import type { Price } from "../../src-preload/contract/providers.ts";
import { isObject, type JsonObject, numberOf, textOf } from "../models/json.ts";
import { listedLimits, type ModelLimits, modelIdOf } from "./window-fields.ts";

/** One entry of a provider's list, as far as it tells; null where it does not. */
export interface ListedModel extends ModelLimits {
  readonly id: string;
  readonly tools: boolean | null;
  readonly images: boolean | null;
  readonly reasoning: boolean | null;
  readonly price: Price | null;
  /** The list says that it is for something else: embeddings, pictures, speech. */
  readonly isOther: boolean;
}

const otherTypes = /embed|rerank|moderation|image|video|audio|speech|tts|transcri/i;

export function listedModel(wire: JsonObject): ListedModel {
  const features = featuresOf(wire);
  const has = (...words: readonly string[]): boolean | null =>
    features === null ? null : words.some((word) => features.has(word));
  return {
    id: modelIdOf(wire),
    ...rowLimits(wire),
    tools: flagOf(wire, "function_calling", "tool_calls", "supports_tools") ?? has("tools", "tool-use", "tool_use"),
    images: flagOf(wire, "vision", "supports_image_in") ?? takesImages(wire),
    reasoning: flagOf(wire, "reasoning", "supports_reasoning") ?? has("reasoning", "thinking", "include_reasoning"),
    price: listedPrice(wire["pricing"]),
    isOther: otherTypes.test(textOf(wire["type"])) || flagOf(wire, "completion_chat") === false,
  };
}

/** A trained length is no window of this server: no row has it. */
function rowLimits(wire: JsonObject): ModelLimits {
  const { claimedWindow, ...limits } = listedLimits(wire);
  const isTrained = isObject(wire["meta"]) && wire["meta"]["n_ctx_train"] !== undefined;
  return { ...limits, contextWindow: limits.contextWindow ?? (isTrained ? null : claimedWindow) };
}

/** A yes or no under one of these names, at the top or among the capabilities. */
function flagOf(wire: JsonObject, ...names: readonly string[]): boolean | null {
  const capabilities = isObject(wire["capabilities"]) ? wire["capabilities"] : {};
  const supports = isObject(capabilities["supports"]) ? capabilities["supports"] : {};
  for (const place of [wire, capabilities, supports]) {
    for (const name of names) if (typeof place[name] === "boolean") return place[name];
  }
  return null;
}

/** Words for what it can do; null where there is no such list. */
function featuresOf(wire: JsonObject): ReadonlySet<string> | null {
  const lists = [wire["supported_parameters"], wire["tags"], wire["capabilities"]].filter(Array.isArray);
  const words = lists.flat().filter((word) => typeof word === "string");
  return words.length === 0 ? null : new Set(words);
}

function takesImages(wire: JsonObject): boolean | null {
  const architecture = isObject(wire["architecture"]) ? wire["architecture"] : {};
  const inputs = architecture["input_modalities"] ?? wire["input_modalities"] ?? wire["supported_input_modalities"];
  if (Array.isArray(inputs)) return inputs.includes("image");
  const modality = textOf(architecture["modality"]);
  if (modality !== "") return /image[^>]*->/.test(modality);
  if (wire["type"] === "vlm") return true;
  return Array.isArray(wire["tags"]) ? wire["tags"].includes("vision") : null;
}

const million = 1_000_000;

/**
 * Dollars for a million tokens. OpenRouter tells `prompt` and `completion` of one token; where it is `input` and `output`,
 * a text is of one token (Vercel) and a number of a million (Together). Negative is "it depends".
 */
function listedPrice(pricing: unknown): Price | null {
  if (!isObject(pricing)) return null;
  const isPerToken = pricing["prompt"] !== undefined || typeof pricing["input"] === "string";
  const dollars = (...names: readonly string[]): number | null => {
    const told = names.map((name) => amount(pricing[name])).find((number) => number !== null) ?? null;
    if (told === null || !isPerToken) return told;
    // Without the tail that multiplying leaves: 0.000003 is 3, not 2.9999999999999996.
    return Number((told * million).toPrecision(12));
  };
  const input = dollars("prompt", "input");
  const output = dollars("completion", "output");
  if (input === null || output === null) return null;
  const cacheWrite = dollars("input_cache_write", "cache_write");
  const cachedInput = dollars("input_cache_read", "cached_input");
  return { input, output, cachedInput, ...(cacheWrite === null ? {} : { cacheWrite }) };
}

/** Also what is written with an exponent. */
function amount(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : numberOf(value);
  return number !== null && Number.isFinite(number) && number >= 0 ? number : null;
}
