import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { SecretStore } from "../host.ts";
import { isWebAddress } from "../models/addresses.ts";
import { practiceModelId } from "../models/practice/practice-model-id.ts";
import type { Quirks } from "../models/quirks.ts";
import { text } from "../words.ts";
import { type Candidate, candidateNamed, candidates, type Environment, isSetUp, type KeySource } from "./candidates.ts";
import { nearProvider } from "./near-provider.ts";
import { namesModelOf, plainName, providerOfBase, quirksFor } from "./provider-specs.ts";
import { unsendable } from "./unsendable.ts";

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
      /** What the settings say of a proxy. */
      readonly proxy: string | null;
    };

export type ResolvedEndpoint = Extract<ResolvedModel, { kind: "endpoint" }>;

/**
 * Finds the endpoint of a model: the provider that the settings force; else the one that its name has in front
 * (`openai/gpt-5`), or a gateway in its stead; else one that is set up and lists it; else a gateway for a name with a
 * maker in front; else a provider whose words are in the name; else a local one that is set up; else the first with a
 * key or an address. A name with a maker in front goes to none that has no such names, and one whose front looks like a
 * slip of the pen to nobody. Failures say what to do next.
 */
export function resolveModel(
  settings: Settings,
  env: Environment,
  modelId: string,
): Result<ResolvedModel, ContractError> {
  const wanted = modelId.trim();
  if (wanted === practiceModelId || wanted === "practice") return ok({ kind: "practice", id: practiceModelId });
  const forced = settings.agents.defaults.provider;
  if (forced !== "auto" && forced !== "") {
    const candidate = candidateNamed(forced, settings, env);
    return candidate === null
      ? fail(unknownForced(forced, settings))
      : endpoint(candidate, withoutPrefix(wanted, candidate));
  }
  const slash = wanted.indexOf("/");
  const list = candidates(settings, env);
  if (slash <= 0) {
    const found = bestOf(list, wanted);
    return found === undefined
      ? fail(contractError("no-model", text("model.noProvider", { model: wanted })))
      : endpoint(found, wanted);
  }
  const front = wanted.slice(0, slash);
  const named = candidateNamed(front, settings, env);
  if (named === null) return ofMaker(wanted, { front, list, settings });
  const gateway = isReachable(named) ? undefined : list.find(isGateway);
  return gateway === undefined ? endpoint(named, wanted.slice(slash + 1)) : endpoint(gateway, wanted);
}

interface MakerScene {
  /** What stands before the slash: no provider's name. */
  readonly front: string;
  /** Every provider that is set up. */
  readonly list: readonly Candidate[];
  readonly settings: Settings;
}

/** `meta-llama/llama-3`: for those that have such names, unless it is a slip of the pen. */
function ofMaker(model: string, { front, list, settings }: MakerScene): Result<ResolvedModel, ContractError> {
  const lister = list.find((candidate) => lists(candidate, model));
  if (lister !== undefined) return endpoint(lister, model);
  const near = nearProvider(front, settings);
  if (near !== null) return fail(slipOf(model, { front, near }));
  const serving = list.filter(servesMakers);
  const found = serving.find(isGateway) ?? bestOf(serving, model);
  return found === undefined ? fail(noneTakes(model, front, list)) : endpoint(found, model);
}

/** Set up, or on this machine. A gateway stands in for one that is not. */
function isReachable(candidate: Candidate): boolean {
  return candidate.spec?.kind === "local" || isSetUp(candidate);
}

/** One whose address is known. */
function isGateway({ kin, apiBase }: Candidate): boolean {
  return kin?.kind === "gateway" && kin.namesMakers && apiBase !== null;
}

/** A configured address takes precedence over the model's name; an unknown address may serve any model. */
function servesMakers({ kin, settings }: Candidate): boolean {
  const host = settings?.apiBase === undefined ? kin : providerOfBase(settings.apiBase);
  return host?.namesMakers !== false;
}

function lists({ settings }: Candidate, model: string): boolean {
  return settings?.models.includes(model) === true;
}

function bestOf(list: readonly Candidate[], model: string): Candidate | undefined {
  return (
    list.find((candidate) => lists(candidate, model)) ??
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
  const provider = spec?.title ?? name;
  if (apiBase === null) return fail(contractError("no-model", text("model.noBase", { provider, name })));
  if (!isWebAddress(apiBase)) {
    return fail(contractError("bad-settings", text("model.badBase", { provider, address: apiBase })));
  }
  const hasOwnBase = candidate.settings?.apiBase !== undefined;
  if (key.kind === "none" && !hasOwnBase && spec?.kind !== "local") {
    const variable = spec?.keyVariable ?? "";
    return fail(contractError("no-model", text("model.noKey", { provider, name, variable })));
  }
  const broken = unsendable(candidate);
  if (broken !== null) return fail(contractError("bad-settings", broken));
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
    proxy: candidate.proxy,
  });
}

/** The practice provider has one model. */
function slipOf(model: string, { front, near }: { readonly front: string; readonly near: string }): ContractError {
  const meant = near === "practice" ? practiceModelId : `${near}${model.slice(front.length)}`;
  return contractError("no-model", text("model.slip", { provider: front, near, meant }));
}

function noneTakes(model: string, front: string, list: readonly Candidate[]): ContractError {
  const [first] = list;
  if (first === undefined) return contractError("no-model", text("model.nothingSetUp", { provider: front }));
  const names = list.map(({ name, spec }) => spec?.title ?? name);
  const values = { model, provider: front, names: listed(names), example: `${first.name}/` };
  return contractError("no-model", text("model.noneTakes", values));
}

function unknownForced(provider: string, settings: Settings): ContractError {
  const near = nearProvider(provider, settings);
  const values = { provider, near: near ?? "" };
  return contractError("no-model", text(near === null ? "model.unknownForced" : "model.forcedSlip", values));
}

/** `A`, `A and B`, `A, B and C`. */
function listed(names: readonly string[]): string {
  const [last] = names.slice(-1);
  const before = names.slice(0, -1);
  return before.length === 0 ? (last ?? "") : text("model.listed", { names: before.join(", "), last: last ?? "" });
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
