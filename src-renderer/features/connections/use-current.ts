import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { providerOf } from "../../state/models.ts";

/** The connection that is looked at: the one in the address, else the default model's, else the first that is set up. */
export function useCurrent(): ProviderRow | null {
  const { place, providers, agent } = useWindow();
  const wanted = usePick(place.store, (state) => (state.place.name === "connections" ? state.place.provider : null));
  const byDefault = usePick(agent.store, (state) => providerOf(state.settings?.agents.defaults.model ?? ""));
  const rows = usePick(providers.store, (state) => state.rows);
  const named = (name: string): ProviderRow | undefined => rows.find((row) => row.name === name);
  return named(wanted ?? byDefault) ?? rows.find((row) => row.isSetUp) ?? null;
}
