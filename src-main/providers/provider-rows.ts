import type { ProviderKey, ProviderRow } from "../../src-preload/contract/providers.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { KeyPlaces } from "../keys/key-places.ts";
import { isWebAddress } from "../models/addresses.ts";
import { shownHeaders } from "../models/extra-headers.ts";
import { text } from "../words.ts";
import { type Candidate, candidateNamed, type Environment, isSetUp } from "./candidates.ts";
import { type LocalPorts, localServers } from "./probe.ts";
import { providerSpecs } from "./provider-list.ts";
import { plainName } from "./provider-specs.ts";
import type { ProviderStates, SeenState } from "./provider-states.ts";

export interface RowOptions {
  readonly settings: Settings;
  readonly env: Environment;
  readonly ports: LocalPorts | undefined;
  readonly states: ProviderStates;
  readonly places: KeyPlaces;
}

export const practiceName = "practice";

const practiceRow: ProviderRow = {
  name: practiceName,
  title: text("provider.practice"),
  kind: "practice",
  apiBase: null,
  key: { kind: "not-needed" },
  keyVariable: null,
  extraHeaders: {},
  isSetUp: true,
  state: "ready",
  message: "",
};

/** Every provider: those of the user's own first, then the known ones in their order, then the practice model. */
export function providerRows(options: RowOptions): readonly ProviderRow[] {
  const { settings, env } = options;
  const known = providerSpecs.map(({ name }) => name);
  const plain = new Set(known.map(plainName));
  const own = Object.keys(settings.providers).filter((name) => !plain.has(plainName(name)));
  const candidates = [...own, ...known].flatMap((name) => candidateNamed(name, settings, env) ?? []);
  return [...candidates.map((candidate) => rowOf(candidate, options)), practiceRow];
}

const neverSeen: SeenState = { state: "not-tested", message: "", isThere: false };

export function rowOf(candidate: Candidate, { ports, states, places }: RowOptions): ProviderRow {
  const { name, spec, settings } = candidate;
  const key = keyOf(candidate, places);
  const address = addressOf(candidate, ports);
  const seen = address !== null && isWebAddress(address) ? states.of({ name, baseUrl: address }) : neverSeen;
  const isLocal = candidate.kin?.kind === "local";
  const isUsable = isSetUp(candidate) || (isLocal && seen.isThere);
  const state = seen.state === "not-running" && !isLocal ? "failed" : seen.state;
  const hasNone = key.kind === "none" && settings?.apiBase === undefined && spec?.keyVariable !== null;
  const lacksKey = hasNone || key.kind === "lost";
  return {
    name,
    title: spec?.title ?? name,
    kind: spec?.kind ?? "custom",
    apiBase: shownAddress(address),
    key,
    keyVariable: spec?.keyVariable ?? null,
    extraHeaders: shownHeaders(settings?.extraHeaders ?? {}),
    isSetUp: isUsable,
    state: lacksKey ? "no-key" : state,
    message: lacksKey ? "" : seen.message,
  };
}

/** A local server may be looked for at another port than its usual one. */
export function addressOf({ name, settings, apiBase }: Candidate, ports: LocalPorts | undefined): string | null {
  if (settings?.apiBase !== undefined) return settings.apiBase;
  return localServers(ports).find(({ provider }) => provider === name)?.baseUrl ?? apiBase;
}

function keyOf({ spec, kin, settings, key }: Candidate, places: KeyPlaces): ProviderKey {
  const variable = spec?.keyVariable ?? null;
  if (key.kind === "secret") {
    const place = places.get(key.name) ?? null;
    return place === null ? { kind: "lost" } : { kind: "stored", place };
  }
  if (key.kind === "none") return kin?.kind === "local" ? { kind: "not-needed" } : { kind: "none" };
  const isOwn = (settings?.apiKey?.trim() ?? "") !== "";
  return isOwn || variable === null ? { kind: "settings" } : { kind: "environment", variable };
}

/** Without a name and a password, which nobody should have put there. */
function shownAddress(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username === "" && url.password === "") return address;
  return address.replace(/\/\/[^/]*@/, "//");
}
