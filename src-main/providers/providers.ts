import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { KeyPlace, ModelEntry, ProviderRow, ProviderUses } from "../../src-preload/contract/providers.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { keyPlaces } from "../keys/key-places.ts";
import { isWebAddress } from "../models/addresses.ts";
import { text } from "../words.ts";
import { askedProvider, type Candidate, candidateNamed } from "./candidates.ts";
import { isChatModel } from "./chat-models.ts";
import { unlisted } from "./describe-models.ts";
import { entryName } from "./key-target.ts";
import type { ListModels } from "./list-models.ts";
import type { ListedModel } from "./listed-model.ts";
import type { ModelKnowledge } from "./model-knowledge.ts";
import type { ProbeOptions } from "./probe.ts";
import type { ProviderLists } from "./provider-lists.ts";
import type { ProviderChange } from "./provider-problem.ts";
import { addressOf, practiceName, providerRows, type RowOptions, rowOf } from "./provider-rows.ts";
import { providerOfKey } from "./provider-specs.ts";
import { type Removal, removalOf, removalPatch } from "./provider-uses.ts";
import { resolveModel } from "./resolve-model.ts";
import { removeProvider, saveProvider } from "./save-provider.ts";
import { unsendable } from "./unsendable.ts";

const patienceMs = 15_000;

interface ProviderModels {
  readonly models: readonly ModelEntry[];
  /** Why there are no more of them; "" when the provider told its list. */
  readonly message: string;
}

interface ProviderList {
  readonly providers: readonly ProviderRow[];
  /** Where a key entered now would be stored. */
  readonly newKeys: KeyPlace;
}

/** Whose key it may be; `isSure` is false for a beginning that several providers use. */
interface DetectedProvider {
  readonly name: string | null;
  readonly isSure: boolean;
}

/** The providers of a home, as the window shows and changes them. No key goes out of here. */
export interface Providers {
  list(): AsyncResult<ProviderList>;
  models(question: { readonly name: string; readonly refresh: boolean }): AsyncResult<ProviderModels>;
  save(change: ProviderChange): AsyncResult<ProviderRow>;
  /** What would go along with it. */
  uses(name: string): AsyncResult<ProviderUses>;
  /** `next`: the default model of new chats, when the present default is removed too. */
  remove(name: string, next: string | null): AsyncResult<void>;
  detect(apiKey: string): DetectedProvider;
}

export interface ProvidersOptions extends ProbeOptions {
  readonly lists: ProviderLists;
  readonly describe: ModelKnowledge["describe"];
  readonly listModels: ListModels;
  /** The models that chats have chosen for themselves, one entry a chat. */
  readonly chosenByChats: () => AsyncResult<readonly string[]>;
}

export function createProviders(options: ProvidersOptions): Providers {
  const { host, settings, ports, states, lists, describe, listModels, chosenByChats } = options;
  const removal = (name: string, current: Settings): Removal =>
    removalOf(name, { settings: current, env: host.env, states, ports });
  async function rowOptions(current: Settings): Promise<RowOptions> {
    return { settings: current, env: host.env, ports, states, places: await keyPlaces(current, host) };
  }

  async function listOf(candidate: Candidate, refresh: boolean): AsyncResult<ProviderModels> {
    const { name, kin, settings: own } = candidate;
    const baseUrl = addressOf(candidate, ports);
    const provider = askedProvider({ ...candidate, apiBase: baseUrl });
    const place = { name, baseUrl: provider?.baseUrl ?? null, isLocal: kin?.kind === "local" };
    const named = (own?.models ?? []).map((id) => withoutProvider(name, id));
    const known = [...named, ...(kin?.starters ?? [])].map(unlisted);
    const lacking = whatLacks(candidate, baseUrl);
    if (provider === null || lacking !== "") return ok({ models: await describe(place, known), message: lacking });
    const listed = await lists.of(provider, { patienceMs, isFresh: refresh });
    if (!listed.ok) return ok({ models: await describe(place, known), message: listed.error.userMessage });
    const models = withNamed(named, listed.value);
    return ok({ models: await describe(place, models), message: "" });
  }

  return {
    async list() {
      const [current, newKeys] = await Promise.all([settings.current(), host.secrets.where(), states.load()]);
      if (!current.ok) return current;
      return ok({ providers: providerRows(await rowOptions(current.value)), newKeys: newKeys.kind });
    },
    async models({ name, refresh }) {
      const current = await settings.current();
      if (!current.ok) return current;
      if (name === practiceName) {
        const place = { name, baseUrl: null, isLocal: true };
        return ok({ models: await describe(place, [{ ...unlisted(name), tools: true }]), message: "" });
      }
      const candidate = candidateNamed(name, current.value, host.env);
      return candidate === null ? fail(unknown(name)) : listOf(candidate, refresh);
    },
    async save(change) {
      const saved = await saveProvider(change, { host, settings });
      if (!saved.ok) return saved;
      await states.forget(change.name);
      const candidate = candidateNamed(entryName(change.name, saved.value), saved.value, host.env);
      return candidate === null ? fail(unknown(change.name)) : ok(rowOf(candidate, await rowOptions(saved.value)));
    },
    async uses(name) {
      const [current, known, chosen] = await Promise.all([settings.current(), listModels(), chosenByChats()]);
      if (!current.ok) return current;
      if (!known.ok) return known;
      if (!chosen.ok) return chosen;
      const { takes, leaves, stays } = removal(name, current.value);
      const { model, fallbackModels } = current.value.agents.defaults;
      const ranked = [...fallbackModels, ...current.value.ui.favouriteModels, ...known.value];
      return ok({
        defaultModel: model !== null && takes(model) ? model : null,
        fallbackModels: fallbackModels.filter(takes),
        chats: chosen.value.filter(takes).length,
        others: [...new Set(ranked)].filter(leaves),
        stays,
      });
    },
    async remove(name, next) {
      const current = await settings.current();
      if (!current.ok) return current;
      const going = removal(name, current.value);
      const wrong = next === null ? null : resolveModel(going.after, host.env, next);
      if (wrong?.ok === false) return wrong;
      const also = removalPatch(going, current.value, next);
      const removed = await removeProvider(name, { host, settings, also });
      if (!removed.ok) return removed;
      await states.forget(name);
      return ok(undefined);
    },
    detect(apiKey) {
      const found = providerOfKey(apiKey);
      return found === null ? { name: null, isSure: false } : { name: found.spec.name, isSure: found.isSure };
    },
  };
}

function unknown(name: string): ContractError {
  return contractError("not-found", text("provider.unknown", { provider: name }));
}

/** What must be set before it can be asked; "" when nothing is missing. */
function whatLacks(candidate: Candidate, baseUrl: string | null): string {
  const { name, spec, kin, settings, key } = candidate;
  const provider = spec?.title ?? name;
  if (baseUrl === null) return text("provider.noAddress", { provider });
  if (!isWebAddress(baseUrl)) return text("model.badBase", { provider, address: baseUrl });
  const needsKey = kin?.kind !== "local" && settings?.apiBase === undefined && key.kind === "none";
  if (needsKey) return text("provider.noKey", { provider, variable: spec?.keyVariable ?? "" });
  return unsendable(candidate) ?? "";
}

/** The settings may have it in front; a list never has. */
function withoutProvider(provider: string, model: string): string {
  return model.startsWith(`${provider}/`) ? model.slice(provider.length + 1) : model;
}

/** What the settings name first, then what the list has for a chat. */
function withNamed(named: readonly string[], listed: readonly ListedModel[]): readonly ListedModel[] {
  const chat = listed.filter(isChatModel);
  const byId = new Map(chat.map((model) => [model.id, model]));
  const own = named.map((id) => byId.get(id) ?? unlisted(id));
  return [...own, ...chat.filter(({ id }) => !named.includes(id))];
}
