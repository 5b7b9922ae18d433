import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { SecretStore } from "../host.ts";
import { text } from "../settings/text.ts";
import { isWebAddress } from "./addresses.ts";
import { type Candidate, candidateNamed, candidates, type Environment, isSetUp, type KeySource } from "./candidates.ts";
import { providerSpecs } from "./provider-list.ts";
import { namesModelOf, plainName, quirksFor } from "./provider-specs.ts";
import type { Quirks } from "./quirks.ts";

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

export const practiceModelId = "practice/practice";

/**
 * Finds the endpoint of a model: the provider that the settings force; else the one that its name has in front
 * (`openai/gpt-5`), or a gateway in its stead; else one that is set up and lists it; else a gateway for a name with a
 * maker in front; else a provider whose words are in the name; else a local one that is set up; else the first with a
 * key or an address. Failures say what to do next.
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
  const named = slash > 0 ? candidateNamed(wanted.slice(0, slash), settings, env) : null;
  if (named !== null && isReachable(named)) return endpoint(named, wanted.slice(slash + 1));
  const list = candidates(settings, env);
  const found = named === null ? bestFor(wanted, list) : list.find(isGateway);
  if (found !== undefined) return endpoint(found, wanted);
  if (named !== null) return endpoint(named, wanted.slice(slash + 1));
  if (slash > 0) return unknownProvider(wanted.slice(0, slash), settings);
  return fail(contractError("no-model", text("model.noProvider", { model: wanted })));
}

/** Set up, or on this machine. A gateway stands in for one that is not. */
function isReachable(candidate: Candidate): boolean {
  return candidate.spec?.kind === "local" || isSetUp(candidate);
}

/** One whose address is known: Azure and the like serve only what was laid out there. */
function isGateway({ kin, apiBase }: Candidate): boolean {
  return kin?.kind === "gateway" && kin.name !== "azure" && apiBase !== null;
}

function bestFor(model: string, list: readonly Candidate[]): Candidate | undefined {
  const gateway = model.includes("/") ? list.find(isGateway) : undefined;
  return (
    list.find(({ settings }) => settings?.models.includes(model) === true) ??
    gateway ??
    list.find(({ kin }) => namesModelOf(kin, model)) ??
    list.find(({ kin }) => kin?.kind === "local") ??
    list[0]
  );
}

/** `openai/gpt-5` is `gpt-5` where openai is asked; any other slash belongs to the name. */
function withoutPrefix(model: string, candidate: Candidate): string {
  const slash = model.indexOf("/");
  return slash > 0 && plainName(model.slice(0, slash)) === plainName(candidate.name) ? model.slice(slash + 1) : model;
}

function endpoint(candidate: Candidate, modelName: string): Result<ResolvedModel, ContractError> {
  const { name, spec, kin, key, apiBase } = candidate;
  if (apiBase === null) return fail(contractError("no-model", text("model.noBase", { provider: name })));
  if (!isWebAddress(apiBase)) {
    return fail(contractError("bad-settings", text("model.badBase", { provider: name, address: apiBase })));
  }
  const hasOwnBase = candidate.settings?.apiBase !== undefined;
  if (key.kind === "none" && !hasOwnBase && spec?.kind !== "local") {
    const variable = spec?.keyVariable ?? "";
    return fail(contractError("no-model", text("model.noKey", { provider: name, variable })));
  }
  return ok({
    kind: "endpoint",
    id: `${name}/${modelName}`,
    provider: name,
    modelName,
    baseUrl: apiBase,
    isLocal: kin?.kind === "local",
    key,
    extraHeaders: candidate.settings?.extraHeaders ?? {},
    quirks: quirksFor(kin, modelName),
  });
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
