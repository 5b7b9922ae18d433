import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { ShownConnection } from "../../state/place.ts";
import { connectionIn, currentProvider } from "../../state/shown-connection.ts";

function useShown(): ShownConnection | null {
  return usePick(useWindow().place.store, ({ place }) => connectionIn(place));
}

/** The MCP server that is looked at, by its name; null while none is. */
export function useShownServer(): string | null {
  const shown = useShown();
  return shown?.kind === "mcp" ? shown.name : null;
}

/** Whether it is where speech is put into words that is looked at. */
export function useIsVoiceShown(): boolean {
  return useShown()?.kind === "voice";
}

/** Whether it is where the web is searched that is looked at. */
export function useIsSearchShown(): boolean {
  return useShown()?.kind === "search";
}

/** The provider that is looked at; null while none or something else is. */
export function useCurrent(): ProviderRow | null {
  const { providers, agent } = useWindow();
  const shown = useShown();
  const byDefault = usePick(agent.store, (state) => state.settings?.agents.defaults.model ?? null);
  const rows = usePick(providers.store, (state) => state.rows);
  return currentProvider(shown, byDefault, rows);
}
