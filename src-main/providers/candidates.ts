import type { ProviderSettings, Settings } from "../../src-preload/contract/settings.ts";
import { isWebAddress } from "../models/addresses.ts";
import type { Quirks } from "../models/quirks.ts";
import { providerSpecs } from "./provider-list.ts";
import type { ProviderSpec } from "./provider-spec.ts";
import { plainName, providerOfBase, providerOfKey, providerSpec } from "./provider-specs.ts";

/** Where a key comes from; it is read for each request and kept nowhere. */
export type KeySource =
  | { readonly kind: "none" }
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "secret"; readonly name: string };

export type Environment = Readonly<Record<string, string | undefined>>;

/** A provider as it can be used: what is known of it, and what the settings say. */
export interface Candidate {
  readonly name: string;
  /** By its name. */
  readonly spec: ProviderSpec | undefined;
  /** Who it is: under a name of the user's own, its address tells, else the beginning of its key. */
  readonly kin: ProviderSpec | undefined;
  readonly settings: ProviderSettings | undefined;
  readonly apiBase: string | null;
  readonly key: KeySource;
  /** What the settings say of a proxy. */
  readonly proxy: string | null;
}

export function candidateNamed(name: string, settings: Settings, env: Environment): Candidate | null {
  const spec = providerSpec(name);
  const entry = Object.entries(settings.providers).find(([key]) => plainName(key) === plainName(name));
  if (spec === undefined && entry === undefined) return null;
  const own = entry?.[1];
  const kin = spec === undefined || spec.kind === "custom" ? kinOf(own) : spec;
  return {
    name: spec?.name ?? entry?.[0] ?? name,
    spec,
    kin,
    settings: own,
    apiBase: own?.apiBase ?? spec?.apiBase ?? kin?.apiBase ?? null,
    key: keySource(own?.apiKey, spec, env),
    proxy: settings.network.proxy,
  };
}

function kinOf(own: ProviderSettings | undefined): ProviderSpec | undefined {
  if (own?.apiBase !== undefined) return providerOfBase(own.apiBase);
  const known = providerOfKey(own?.apiKey ?? "");
  return known?.isSure === true ? known.spec : undefined;
}

function keySource(given: string | undefined, spec: ProviderSpec | undefined, env: Environment): KeySource {
  const value = given?.trim() ?? "";
  if (value.startsWith("secret:")) return { kind: "secret", name: value.slice("secret:".length) };
  if (value !== "") return { kind: "value", value };
  const variable = spec?.keyVariable ?? null;
  const fromEnv = variable === null ? "" : (env[variable]?.trim() ?? "");
  return fromEnv === "" ? { kind: "none" } : { kind: "value", value: fromEnv };
}

/** Every provider that the settings or the environment have set up, in the order in which they are tried. */
export function candidates(settings: Settings, env: Environment): readonly Candidate[] {
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

/** True when the provider has a key or an address, or is local and named in the settings. */
export function isSetUp({ settings, spec, key }: Candidate): boolean {
  const isConfigured = settings?.apiBase !== undefined || (settings !== undefined && spec?.kind === "local");
  return isConfigured || key.kind !== "none";
}

/** A provider that can be asked. */
export interface SetUpProvider {
  readonly name: string;
  readonly baseUrl: string;
  readonly isLocal: boolean;
  readonly key: KeySource;
  readonly keyHeader: Quirks["keyHeader"];
  readonly extraHeaders: Readonly<Record<string, string>>;
  /** What the settings say of a proxy. */
  readonly proxy: string | null;
}

/** Every provider that the settings or the environment have set up, with a web address. */
export function setUpProviders(settings: Settings, env: Environment): readonly SetUpProvider[] {
  return candidates(settings, env).flatMap((candidate) => {
    const asked = askedProvider(candidate);
    return asked === null ? [] : [asked];
  });
}

/** Null where it has no web address. */
export function askedProvider({ name, kin, settings, apiBase, key, proxy }: Candidate): SetUpProvider | null {
  if (apiBase === null || !isWebAddress(apiBase)) return null;
  const keyHeader = kin?.quirks.keyHeader ?? "bearer";
  const extraHeaders = settings?.extraHeaders ?? {};
  return { name, baseUrl: apiBase, isLocal: kin?.kind === "local", key, keyHeader, extraHeaders, proxy };
}
