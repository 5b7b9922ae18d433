import { contractError } from "../../src-preload/contract/errors.ts";
import { ownValue } from "../../src-preload/contract/own-value.ts";
import { type AsyncResult, fail } from "../../src-preload/contract/result.ts";
import type { ProviderSettings, Settings } from "../../src-preload/contract/settings.ts";
import type { Host } from "../host.ts";
import { placeSecrets } from "../keys/place-secrets.ts";
import { letsSomebodyIn } from "../keys/secret-names.ts";
import { secretNameOf } from "../keys/secret-references.ts";
import { type SecretChanges, withSecrets } from "../keys/with-secrets.ts";
import { headersPatch, secretHeader } from "../models/extra-headers.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { text } from "../words.ts";
import { entryName } from "./key-target.ts";
import type { ProviderChange } from "./provider-problem.ts";
import { baseOfKey, problemOfChange } from "./provider-problem.ts";
import { providerSpec } from "./provider-specs.ts";

export interface SaveOptions {
  readonly host: Host;
  readonly settings: SettingsStore;
  /** More of the settings that is changed in the same write. */
  readonly also?: Readonly<Record<string, unknown>>;
}

/** Saves all of it or nothing: the key goes into the key store, its reference and the rest into the settings. */
export async function saveProvider(
  change: ProviderChange,
  { host, settings, also = {} }: SaveOptions,
): AsyncResult<Settings> {
  const current = await settings.current();
  if (!current.ok) return current;
  const name = nameOf(change.name, current.value);
  const own = ownValue(current.value.providers, name);
  const wrong = problemOfChange({ ...change, name }, own);
  if (wrong !== null) return fail(wrong);
  const key = change.apiKey?.trim();
  const headers = keptHeaders(name, headersOf(change, own), own?.extraHeaders ?? {});
  const entry = {
    ...(key === undefined ? {} : { apiKey: key === "" ? null : `secret:${name}` }),
    ...addressPatch({ ...change, name }, own),
    ...headers.patch,
    ...(change.models === undefined ? {} : { models: [...new Set(change.models)] }),
  };
  const write = () => settings.update({ ...also, providers: { [name]: entry } });
  const stored = key === "" ? storedName(own) : name;
  const ofKey = key === undefined || stored === null ? {} : { [stored]: key === "" ? null : key };
  return withSecrets({ ...ofKey, ...headers.secrets }, host.secrets, write);
}

/** Takes a provider out of the settings, and its key out of the key store. */
export async function removeProvider(given: string, { host, settings, also = {} }: SaveOptions): AsyncResult<Settings> {
  const current = await settings.current();
  if (!current.ok) return current;
  const name = entryName(given, current.value);
  const own = ownValue(current.value.providers, name);
  if (own === undefined) return fail(contractError("not-found", text("provider.notInSettings", { provider: given })));
  const write = () => settings.update({ ...also, providers: { [name]: null } });
  const others = Object.entries(current.value.providers).filter(([other]) => other !== name);
  const shared = new Set(others.flatMap(([, other]) => storedNames(other)));
  const gone = storedNames(own).filter((secret) => !shared.has(secret));
  return withSecrets(Object.fromEntries(gone.map((secret) => [secret, null])), host.secrets, write);
}

/** A name that is new is written as the list of providers writes it. */
function nameOf(given: string, settings: Settings): string {
  const entry = entryName(given, settings);
  return Object.hasOwn(settings.providers, entry) ? entry : (providerSpec(given)?.name ?? given);
}

/** The name under which the key store holds a provider's key; null without one. */
function storedName(own: ProviderSettings | undefined): string | null {
  return secretNameOf(own?.apiKey ?? "");
}

/** Every entry of the key store for this provider. */
function storedNames({ apiKey = "", extraHeaders }: ProviderSettings): readonly string[] {
  return [apiKey, ...Object.values(extraHeaders)].flatMap((value) => secretNameOf(value) ?? []);
}

type HeadersPatch = Readonly<Record<string, string | null>>;

/** Headers that let somebody in lie in the key store, with their references in the settings; those that go leave it. */
function keptHeaders(
  provider: string,
  { extraHeaders }: { readonly extraHeaders?: HeadersPatch },
  before: Readonly<Record<string, string>>,
): { readonly patch: { readonly extraHeaders?: HeadersPatch }; readonly secrets: SecretChanges } {
  if (extraHeaders === undefined) return { patch: {}, secrets: {} };
  const all: HeadersPatch = { ...before, ...extraHeaders };
  const wanted = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  const { patch, secrets } = placeSecrets({
    wanted: Object.fromEntries(wanted),
    before,
    isSecret: letsSomebodyIn,
    // No name has a colon in it, so that it can be nobody else's.
    secretOf: (header) => `provider:${provider}:${header.toLowerCase()}`,
  });
  return { patch: { extraHeaders: patch }, secrets };
}

function addressPatch(
  { name, apiKey, apiBase }: ProviderChange,
  own: ProviderSettings | undefined,
): { readonly apiBase?: string | null } {
  const given = apiBase?.trim() ?? "";
  if (given !== "") return { apiBase: given };
  const isKept = apiBase === undefined && own?.apiBase !== undefined;
  const implied = isKept || (providerSpec(name)?.apiBase ?? null) !== null ? null : baseOfKey(apiKey?.trim() ?? "");
  if (implied !== null) return { apiBase: implied };
  return apiBase === undefined ? {} : { apiBase: null };
}

function headersOf(
  { extraHeaders, apiBase }: ProviderChange,
  own: ProviderSettings | undefined,
): { readonly extraHeaders?: Readonly<Record<string, string | null>> } {
  if (extraHeaders !== undefined) return { extraHeaders: headersPatch(extraHeaders, own?.extraHeaders ?? {}) };
  const secret = Object.keys(own?.extraHeaders ?? {}).filter((name) => secretHeader.test(name));
  if (secret.length === 0 || !movesAway(own?.apiBase, apiBase)) return {};
  // What let us in at one host is nothing for another.
  return { extraHeaders: Object.fromEntries(secret.map((name) => [name, null])) };
}

function movesAway(from: string | undefined, to: string | undefined): boolean {
  const given = to?.trim() ?? "";
  if (from === undefined || given === "" || !URL.canParse(from)) return false;
  return new URL(from).origin !== new URL(given).origin;
}
