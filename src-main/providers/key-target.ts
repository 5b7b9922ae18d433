import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { ownValue } from "../../src-preload/contract/own-value.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { isWebAddress } from "../models/addresses.ts";
import { text } from "../words.ts";
import { problemOfChange } from "./provider-problem.ts";
import type { ProviderSpec } from "./provider-spec.ts";
import { plainName, providerOfKey, providerSpec } from "./provider-specs.ts";

/** What a person chose: a model, perhaps with the key for it that is not kept yet. */
export interface ModelChoice {
  readonly modelId?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Whose key it is, where the person says so: the key itself is not looked at then. */
  readonly provider?: string | undefined;
  /** The provider's address, when it is not the default one. */
  readonly apiBase?: string | undefined;
}

/** The choice as settings that would carry it out; nothing is written. */
export interface ChoiceTarget {
  readonly settings: Settings;
  /** Null: take a model from the provider's list. */
  readonly modelId: string | null;
  /** The provider's id; null when neither the person nor the key determines one. */
  readonly provider: string | null;
  /** For a key or an address that has not been saved yet. */
  readonly isTrial: boolean;
  readonly starters: readonly string[];
}

/**
 * Lays a choice over the settings. A key never goes to a provider that it does not look like: where its beginning names
 * another one than the model does, it is that one (a gateway) which is asked for the model.
 */
export function targetOf(choice: ModelChoice, settings: Settings): Result<ChoiceTarget, ContractError> {
  if (choice.provider !== undefined) return ofNamed(choice.provider, choice, settings);
  const key = choice.apiKey?.trim() ?? "";
  const wanted = choice.modelId?.trim() || null;
  if (key === "") {
    const modelId = wanted ?? settings.agents.defaults.model;
    if (modelId === null) return fail(contractError("no-model", text("test.noModel")));
    return ok({ settings: freeOfOther(settings, modelId), modelId, provider: null, isTrial: false, starters: [] });
  }
  if (isWebAddress(key)) {
    return fail(contractError("invalid-input", text("provider.addressAsKey"), { field: "apiKey" }));
  }
  const named = wanted === null ? null : providerNamed(wanted, settings);
  const recognised = providerOfKey(key);
  const isOthers = recognised?.isSure === true && named?.isHosted === true && named.name !== recognised.spec.name;
  const spec = named === null || isOthers ? (recognised?.spec ?? null) : null;
  const name = spec?.name ?? (isOthers ? null : (named?.name ?? null));
  if (name === null) return fail(contractError("invalid-input", text("test.unknownKey")));
  const entry = entryName(name, settings);
  const providers = { ...settings.providers, [entry]: withKey(settings, entry, key) };
  return ok({
    settings: withProvider({ ...settings, providers }, "auto"),
    modelId: wanted === null ? null : named?.name === name ? wanted : `${name}/${wanted}`,
    provider: entry,
    isTrial: true,
    starters: startersOf(spec ?? providerSpec(name)),
  });
}

/** The person has said whose key it is. */
function ofNamed(named: string, choice: ModelChoice, settings: Settings): Result<ChoiceTarget, ContractError> {
  const spec = providerSpec(named);
  const entry = entryName(spec?.name ?? named, settings);
  const own = ownValue(settings.providers, entry);
  if (spec === undefined && own === undefined) {
    return fail(contractError("invalid-input", text("provider.unknown", { provider: named }), { field: "provider" }));
  }
  const { apiKey, apiBase } = choice;
  const problem = problemOfChange({ name: entry, apiKey, apiBase }, own);
  if (problem !== null) return fail(problem);
  const key = apiKey?.trim() ?? "";
  const address = apiBase?.trim() ?? "";
  const changed = {
    ...(own ?? { extraHeaders: {}, models: [] }),
    ...(key === "" ? {} : { apiKey: key }),
    ...(address === "" ? {} : { apiBase: address }),
  };
  const wanted = choice.modelId?.trim() || null;
  const isOwn = wanted === null || plainName(providerNamed(wanted, settings)?.name ?? "") === plainName(entry);
  return ok({
    settings: withProvider({ ...settings, providers: { ...settings.providers, [entry]: changed } }, "auto"),
    modelId: isOwn ? wanted : `${entry}/${wanted}`,
    provider: entry,
    isTrial: key !== "" || address !== "",
    starters: startersOf(spec),
  });
}

function startersOf(spec: ProviderSpec | undefined): readonly string[] {
  return spec?.starters ?? [];
}

interface NamedProvider {
  readonly name: string;
  /** At its usual address, which no setting moved. */
  readonly isHosted: boolean;
}

function providerNamed(modelId: string, settings: Settings): NamedProvider | null {
  const slash = modelId.indexOf("/");
  if (slash <= 0) return null;
  const given = modelId.slice(0, slash);
  const spec = providerSpec(given);
  const own = ownValue(settings.providers, entryName(given, settings));
  if (spec === undefined && own === undefined) return null;
  const isHosted = spec !== undefined && spec.keyVariable !== null && own?.apiBase === undefined;
  return { name: spec?.name ?? given, isHosted };
}

/** The name under which the settings hold a provider, however it is written there. */
export function entryName(provider: string, settings: Settings): string {
  return Object.keys(settings.providers).find((name) => plainName(name) === plainName(provider)) ?? provider;
}

function withKey(settings: Settings, entry: string, apiKey: string): Settings["providers"][string] {
  const own = ownValue(settings.providers, entry) ?? { extraHeaders: {}, models: [] };
  return { ...own, apiKey };
}

/** A provider that the settings force must not get what was chosen at another. */
function freeOfOther(settings: Settings, modelId: string): Settings {
  const forced = settings.agents.defaults.provider;
  const named = providerNamed(modelId, settings);
  const isOther = forced !== "auto" && named !== null && plainName(named.name) !== plainName(forced);
  return isOther ? withProvider(settings, "auto") : settings;
}

function withProvider(settings: Settings, provider: string): Settings {
  const { agents } = settings;
  return { ...settings, agents: { ...agents, defaults: { ...agents.defaults, provider } } };
}
