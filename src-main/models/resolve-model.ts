import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { ProviderSettings, Settings } from "../../src-preload/contract/settings.ts";
import type { SecretStore } from "../host.ts";
import { text } from "../settings/text.ts";
import { type ProviderSpec, plainName, providerSpec, providerSpecs } from "./provider-specs.ts";
import { plainQuirks, type Quirks } from "./quirks.ts";

/** Where a key comes from; it is read for each request and kept nowhere. */
export type KeySource =
  | { readonly kind: "none" }
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "secret"; readonly name: string };

/** Everything that is needed to call a model. */
export type ResolvedModel =
  | { readonly kind: "practice"; readonly id: string }
  | {
      readonly kind: "endpoint";
      /** `provider/model`. */
      readonly id: string;
      readonly provider: string;
      readonly modelName: string;
      readonly baseUrl: string;
      readonly isLocal: boolean;
      readonly key: KeySource;
      readonly extraHeaders: Readonly<Record<string, string>>;
      readonly quirks: Quirks;
    };

export type ResolvedEndpoint = Extract<ResolvedModel, { kind: "endpoint" }>;

export type Environment = Readonly<Record<string, string | undefined>>;

export const practiceModelId = "practice/practice";

/** A provider as it can be used: what is known of it, and what the settings say. */
interface Candidate {
  readonly name: string;
  readonly spec: ProviderSpec | undefined;
  readonly settings: ProviderSettings | undefined;
  readonly apiBase: string | null;
  readonly key: KeySource;
}

/**
 * Finds the endpoint of a model: the provider that the settings force; else the one that its name has in front
 * (`openai/gpt-5`); else one that is set up and lists it or whose words are in its name; else a local one that is set
 * up; else the first with a key or an address. Failures say what to do next.
 */
export function resolveModel(
  settings: Settings,
  env: Environment,
  modelId: string,
): Result<ResolvedModel, ContractError> {
  const wanted = modelId.trim();
  if (wanted === practiceModelId) return ok({ kind: "practice", id: practiceModelId });
  const forced = settings.agents.defaults.provider;
  if (forced !== "auto" && forced !== "") {
    const candidate = candidateNamed(forced, settings, env);
    return candidate === null
      ? unknownProvider(forced, settings)
      : endpoint(candidate, withoutPrefix(wanted, candidate));
  }
  const slash = wanted.indexOf("/");
  if (slash > 0) {
    const named = candidateNamed(wanted.slice(0, slash), settings, env);
    if (named !== null) {
      const gateway = isReachable(named) ? null : candidateNamed("openrouter", settings, env);
      return gateway !== null && isSetUp(gateway)
        ? endpoint(gateway, wanted)
        : endpoint(named, wanted.slice(slash + 1));
    }
  }
  const found = bestFor(wanted, candidates(settings, env));
  if (found !== undefined) return endpoint(found, wanted);
  if (slash > 0) return unknownProvider(wanted.slice(0, slash), settings);
  return fail(contractError("no-model", text("model.noProvider", { model: wanted })));
}

/** A provider that can be asked. */
export interface SetUpProvider {
  readonly name: string;
  readonly baseUrl: string;
  readonly isLocal: boolean;
  readonly key: KeySource;
  readonly extraHeaders: Readonly<Record<string, string>>;
}

/** Every provider that the settings or the environment have set up, with a web address. */
export function setUpProviders(settings: Settings, env: Environment): readonly SetUpProvider[] {
  return candidates(settings, env).flatMap(({ name, spec, settings: own, apiBase, key }) => {
    if (apiBase === null || !isWebAddress(apiBase)) return [];
    const extraHeaders = own?.extraHeaders ?? {};
    return [{ name, baseUrl: apiBase, isLocal: spec?.isLocal === true, key, extraHeaders }];
  });
}

/** Every provider that the settings or the environment have set up, in the order in which they are tried. */
function candidates(settings: Settings, env: Environment): readonly Candidate[] {
  const names = [...Object.keys(settings.providers), ...providerSpecs.map(({ name }) => name)];
  const seen = new Set<string>();
  const list: Candidate[] = [];
  for (const name of names) {
    if (seen.has(plainName(name))) continue;
    seen.add(plainName(name));
    const candidate = candidateNamed(name, settings, env);
    if (candidate !== null && isSetUp(candidate)) list.push(candidate);
  }
  return list;
}

function isSetUp({ settings, spec, key }: Candidate): boolean {
  const isConfigured = settings?.apiBase !== undefined || (settings !== undefined && spec?.isLocal === true);
  return isConfigured || key.kind !== "none";
}

/** Set up, or on this machine. A gateway stands in for one that is not. */
function isReachable(candidate: Candidate): boolean {
  return candidate.spec?.isLocal === true || isSetUp(candidate);
}

function bestFor(model: string, list: readonly Candidate[]): Candidate | undefined {
  const name = model.toLowerCase();
  return (
    list.find(({ settings }) => settings?.models.includes(model) === true) ??
    list.find(({ spec }) => spec?.keywords.some((word) => name.includes(word)) === true) ??
    list.find(({ spec }) => spec?.isLocal === true) ??
    list[0]
  );
}

function candidateNamed(name: string, settings: Settings, env: Environment): Candidate | null {
  const spec = providerSpec(name);
  const entry = Object.entries(settings.providers).find(([key]) => plainName(key) === plainName(name));
  if (spec === undefined && entry === undefined) return null;
  const own = entry?.[1];
  return {
    name: spec?.name ?? entry?.[0] ?? name,
    spec,
    settings: own,
    apiBase: own?.apiBase ?? spec?.apiBase ?? null,
    key: keySource(own?.apiKey, spec, env),
  };
}

function keySource(given: string | undefined, spec: ProviderSpec | undefined, env: Environment): KeySource {
  const value = given?.trim() ?? "";
  if (value.startsWith("secret:")) return { kind: "secret", name: value.slice("secret:".length) };
  if (value !== "") return { kind: "value", value };
  const variable = spec?.keyVariable ?? null;
  const fromEnv = variable === null ? "" : (env[variable]?.trim() ?? "");
  return fromEnv === "" ? { kind: "none" } : { kind: "value", value: fromEnv };
}

/** `openai/gpt-5` is `gpt-5` where openai is asked; any other slash belongs to the name. */
function withoutPrefix(model: string, candidate: Candidate): string {
  const slash = model.indexOf("/");
  return slash > 0 && plainName(model.slice(0, slash)) === plainName(candidate.name) ? model.slice(slash + 1) : model;
}

function endpoint(candidate: Candidate, modelName: string): Result<ResolvedModel, ContractError> {
  const { name, spec, key, apiBase } = candidate;
  if (apiBase === null) return fail(contractError("no-model", text("model.noBase", { provider: name })));
  if (!isWebAddress(apiBase)) {
    return fail(contractError("bad-settings", text("model.badBase", { provider: name, address: apiBase })));
  }
  const hasOwnBase = candidate.settings?.apiBase !== undefined;
  if (key.kind === "none" && !hasOwnBase && spec?.isLocal !== true) {
    const variable = spec?.keyVariable ?? "";
    return fail(contractError("no-model", text("model.noKey", { provider: name, variable })));
  }
  return ok({
    kind: "endpoint",
    id: `${name}/${modelName}`,
    provider: name,
    modelName,
    baseUrl: apiBase,
    isLocal: spec?.isLocal === true,
    key,
    extraHeaders: candidate.settings?.extraHeaders ?? {},
    quirks: spec?.quirks ?? plainQuirks,
  });
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

function unknownProvider(provider: string, settings: Settings): Result<ResolvedModel, ContractError> {
  const known = [...new Set([...providerSpecs.map(({ name }) => name), ...Object.keys(settings.providers)])].join(", ");
  return fail(contractError("no-model", text("model.unknownProvider", { provider, known })));
}

/** The key itself, read when a request goes out. */
export async function readKey(source: KeySource, secrets: SecretStore): Promise<string | null> {
  switch (source.kind) {
    case "none":
      return null;
    case "value":
      return source.value;
    case "secret":
      return secrets.get(source.name);
  }
}
