import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { ModelOffer } from "../../src-preload/contract/window.ts";
import type { Host } from "../host.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { text } from "../words.ts";
import { askModels } from "./ask-models.ts";
import { startHint } from "./diagnosis/start-server.ts";
import { providerSpecs } from "./provider-list.ts";
import type { ProviderSpec } from "./provider-spec.ts";
import { plainName, providerSpec } from "./provider-specs.ts";
import type { ProviderStates } from "./provider-states.ts";
import { resolveModel } from "./resolve-model.ts";

/** A local server that does not answer in this time is not running. */
const patienceMs = 1500;

export interface LocalServer {
  readonly provider: string;
  readonly title: string;
  /** On 127.0.0.1, up to and with `/v1`. */
  readonly baseUrl: string;
}

/** Ports by the name of a local provider, where they are not the usual ones. */
export type LocalPorts = Readonly<Record<string, number>>;

export interface ProbeOptions {
  readonly host: Host;
  readonly settings: SettingsStore;
  readonly ports?: LocalPorts;
  readonly states: ProviderStates;
}

export interface ProbeReport {
  readonly offers: readonly ModelOffer[];
  /** Each thing that was looked at, in words. */
  readonly looked: readonly string[];
}

/** The local servers that are looked for: 127.0.0.1 and the ports that they use, nothing else. */
export function localServers(ports: LocalPorts = {}): readonly LocalServer[] {
  return providerSpecs.flatMap(({ name, title, apiBase, kind }) => {
    if (kind !== "local" || apiBase === null) return [];
    const port = ports[name];
    const baseUrl = port === undefined ? apiBase : `http://127.0.0.1:${port}/v1`;
    return [{ provider: name, title, baseUrl }];
  });
}

/** Where a model could come from. Asks local servers for their lists; a key is only seen to be there and not used. */
export async function probeModels(options: ProbeOptions): AsyncResult<ProbeReport> {
  const { host } = options;
  const current = await options.settings.current();
  if (!current.ok) return current;
  const servers = localServers(options.ports).filter((server) => !hasOwnAddress(server.provider, current.value));
  const local = await Promise.all(servers.map((server) => offerOfServer(server, options)));
  const hosted = providerSpecs.filter((spec) => spec.keyVariable !== null);
  const looked = [
    ...servers.map(({ title, baseUrl }) => text("probe.looked.server", { name: title, address: addressOf(baseUrl) })),
    text("probe.looked.variables", { variables: hosted.map((spec) => spec.keyVariable).join(", ") }),
    text("probe.looked.settings", { path: options.settings.path }),
  ];
  const fromEnvironment = hosted.flatMap((spec) => offerOfVariable(spec, host));
  return ok({ offers: [...local, ...fromEnvironment, ...offersOfSettings(current.value, host, options)], looked });
}

/** Without a key. */
export const openly = { key: { kind: "none" }, keyHeader: "bearer", extraHeaders: {}, proxy: null } as const;

async function offerOfServer(server: LocalServer, { host, states }: ProbeOptions): Promise<ModelOffer> {
  const { provider, title, baseUrl } = server;
  const asked = await askModels({ name: provider, baseUrl, ...openly }, host, patienceMs);
  states.listed({ name: provider, baseUrl }, asked.ok ? null : asked.error);
  return {
    id: `local:${provider}`,
    name: title,
    provider,
    kind: "local",
    source: addressOf(baseUrl),
    state: asked.ok ? "ready" : "not-running",
    models: asked.ok ? asked.value.forChat.map((model) => `${provider}/${model}`) : [],
    howTo: asked.ok ? "" : startHint(provider, baseUrl),
  };
}

function offerOfVariable(spec: ProviderSpec, host: Host): readonly ModelOffer[] {
  const { name, title, keyVariable, starters } = spec;
  if (keyVariable === null || (host.env[keyVariable]?.trim() ?? "") === "") return [];
  const models = starters.map((model) => `${name}/${model}`);
  const id = `environment:${name}`;
  const source = keyVariable;
  return [{ id, name: title, provider: name, kind: "environment", source, state: "ready", models, howTo: "" }];
}

function offersOfSettings(settings: Settings, host: Host, { settings: store }: ProbeOptions): readonly ModelOffer[] {
  const { model } = settings.agents.defaults;
  const chosen = model === null ? null : resolveModel(settings, host.env, model);
  return Object.entries(settings.providers).flatMap(([given, own]): readonly ModelOffer[] => {
    const spec = providerSpec(given);
    if (own.apiKey === undefined && own.apiBase === undefined && spec?.kind !== "local") return [];
    const name = spec?.name ?? given;
    const isChosen = chosen?.ok === true && chosen.value.kind === "endpoint" && chosen.value.provider === name;
    const isPlain = own.models.length === 0 && own.apiBase === undefined;
    const starters = isPlain ? (spec?.starters ?? []).map((id) => `${name}/${id}`) : [];
    const listed = own.models.map((id) => withProvider(name, id));
    const models = new Set([...(isChosen ? [chosen.value.id] : []), ...listed, ...starters]);
    return [
      {
        id: `settings:${name}`,
        name: spec?.title ?? given,
        provider: name,
        kind: "settings",
        source: own.apiBase ?? store.path,
        state: "ready",
        models: [...models],
        howTo: "",
      },
    ];
  });
}

/** As `provider/model`, where it is not written so already. */
export function withProvider(provider: string, model: string): string {
  return model.startsWith(`${provider}/`) ? model : `${provider}/${model}`;
}

function hasOwnAddress(provider: string, settings: Settings): boolean {
  return Object.entries(settings.providers).some(
    ([name, own]) => plainName(name) === plainName(provider) && own.apiBase !== undefined,
  );
}

function addressOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}
