import type { TestStage } from "../../../src-preload/contract/window.ts";
import type { ModelError } from "../../models/model.ts";
import { text } from "../../words.ts";
import { providerSpec } from "../provider-specs.ts";
import type { Sighting } from "./look-at.ts";

/** Where the key of a place comes from. */
export interface TestedKey {
  readonly from: "none" | "settings" | "variable" | "key-store";
  /** The environment variable that may hold the provider's key. */
  readonly variable: string | null;
  /** Another provider, whose keys begin like this one. */
  readonly looksLike: { readonly name: string; readonly title: string } | null;
}

/** Who was asked. */
export interface TestedEndpoint {
  readonly provider: string;
  /** `provider/model`; null where none was chosen yet. */
  readonly modelId: string | null;
  readonly modelName: string;
  readonly baseUrl: string;
  readonly key: TestedKey;
}

/** Everything that a failed test brought to light. */
export interface Findings {
  readonly place: TestedEndpoint;
  readonly stage: TestStage;
  /** Null when the answer itself was wrong rather than the request. */
  readonly error: ModelError | null;
  /** The provider's list; null where it gave none. */
  readonly models: readonly string[] | null;
  /** What is at the base address, and at one beside it that answers better. */
  readonly here: Sighting | null;
  readonly elsewhere: Sighting | null;
  readonly hasNetwork: boolean;
  /** How long was waited. */
  readonly seconds: number;
}

export function addressOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname}`.replace(/\/+$/, "");
}

/** The values that every sentence may name. */
export function valuesOf({ place, error, seconds }: Findings): Readonly<Record<string, string | number>> {
  const { provider, modelId, modelName, baseUrl } = place;
  return {
    title: providerSpec(provider)?.title ?? provider,
    model: modelName === "" ? (modelId ?? provider) : modelName,
    address: addressOf(baseUrl),
    reason: reasonGiven(error?.reason ?? ""),
    seconds,
  };
}

/** The other side's own words as a sentence behind ours; "" without any. */
function reasonGiven(told: string): string {
  const [, words = told, status = ""] = /^(.+?)\s*\((HTTP \d+)\)$/.exec(told) ?? [];
  const quoted = /^HTTP \d+$/.test(words) ? words : `“${words.replace(/[.\s]+$/, "")}”`;
  if (told === "") return "";
  return ` ${text("diagnose.reason", { reason: status === "" ? quoted : `${quoted} (${status})` })}`;
}

/** The settings that a next step may be about. */
export function settingOf({ place }: Findings, setting: "apiKey" | "apiBase"): string {
  return `providers.${place.provider}.${setting}`;
}
