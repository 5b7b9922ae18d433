import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { providerOf } from "../../state/models.ts";
import type { ShownConnection } from "../../state/place.ts";

/** The connection in the address; null where it names none. */
function useShown(): ShownConnection | null {
  const { place } = useWindow();
  return usePick(place.store, (state) => (state.place.name === "connections" ? state.place.shown : null));
}

/** The MCP server that is looked at, by its name; null while none is. */
export function useShownServer(): string | null {
  const shown = useShown();
  return shown?.kind === "mcp" ? shown.name : null;
}

/**
 * The provider that is looked at: the one in the address, else the default model's, else the first that is set up. Null while
 * an MCP server is looked at.
 */
export function useCurrent(): ProviderRow | null {
  const { providers, agent } = useWindow();
  const shown = useShown();
  const byDefault = usePick(agent.store, (state) => providerOf(state.settings?.agents.defaults.model ?? ""));
  const rows = usePick(providers.store, (state) => state.rows);
  const named = (name: string): ProviderRow | undefined => rows.find((row) => row.name === name);
  if (shown?.kind === "mcp") return null;
  return named(shown?.name ?? byDefault) ?? rows.find((row) => row.isSetUp) ?? null;
}
