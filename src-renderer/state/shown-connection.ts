import type { ProviderRow } from "../../src-preload/contract/providers.ts";
import type { Agent } from "./agent.ts";
import type { Connections } from "./connections.ts";
import type { McpServers } from "./mcp-servers.ts";
import { type Models, providerOf } from "./models.ts";
import type { FollowedPlace, Place, ShownConnection } from "./place.ts";
import type { ProviderRemoval } from "./provider-removal.ts";
import type { Providers } from "./providers.ts";
import type { Transcription } from "./transcription.ts";
import type { WebSearch } from "./web-search.ts";

/** The connection in the address; null where it names none. */
export function connectionIn(place: Place): ShownConnection | null {
  return place.name === "connections" ? place.shown : null;
}

/**
 * The provider that is looked at: the one in the address, else the default model's, else the first that is set up. Null while
 * something else is looked at.
 */
export function currentProvider(
  shown: ShownConnection | null,
  defaultModel: string | null,
  rows: readonly ProviderRow[],
): ProviderRow | null {
  const named = (name: string): ProviderRow | undefined => rows.find((row) => row.name === name);
  if (shown !== null && shown.kind !== "provider") return null;
  return named(shown?.name ?? providerOf(defaultModel ?? "")) ?? rows.find((row) => row.isSetUp) ?? null;
}

interface Connected {
  readonly place: FollowedPlace;
  readonly agent: Agent;
  readonly providers: Providers;
  readonly models: Models;
  readonly connections: Connections;
  readonly mcpServers: McpServers;
  readonly providerRemoval: ProviderRemoval;
  readonly transcription: Transcription;
  readonly webSearch: WebSearch;
}

/** Reads the connections while their page is shown, and all that belongs to the one that is looked at. Returns its end. */
export function followConnections(state: Connected): () => void {
  const { place, agent, providers, models, connections, mcpServers, providerRemoval, transcription, webSearch } = state;
  void connections.open();
  void mcpServers.need();
  void transcription.open();
  void webSearch.load();
  let seen = "";
  const follow = (): void => {
    const shown = connectionIn(place.store.getState().place);
    const byDefault = agent.store.getState().settings?.agents.defaults.model ?? null;
    const provider = currentProvider(shown, byDefault, providers.store.getState().rows);
    const server = mcpServers.store.getState().rows.find((row) => shown?.kind === "mcp" && row.name === shown.name);
    const own = shown?.kind === "voice" || shown?.kind === "search" ? `${shown.kind}/` : null;
    const now = own !== null ? own : server === undefined ? (provider?.name ?? "") : `mcp/${server.name}`;
    if (now === seen) return;
    seen = now;
    // What is asked about it is asked no more where another one is looked at.
    providerRemoval.end();
    if (server !== undefined) void mcpServers.open(server.name);
    else if (provider !== null) void Promise.all([models.need([provider.name]), agent.loadModels()]);
  };
  follow();
  const stops = [place.store, agent.store, providers.store, mcpServers.store].map((store) => store.subscribe(follow));
  return () => {
    for (const stop of stops) stop();
    providerRemoval.end();
  };
}
