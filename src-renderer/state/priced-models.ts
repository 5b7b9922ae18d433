import type { ProviderRow } from "../../src-preload/contract/providers.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { UsageRow } from "../../src-preload/contract/usage.ts";
import type { Agent } from "./agent.ts";
import { type Models, providerOf } from "./models.ts";
import { isLocalProvider, type Providers } from "./providers.ts";
import { type Usage, usedModels } from "./usage.ts";

/** The models whose price matters here: those that were used, are chosen, or have a price of one's own. */
export function pricedModels(
  settings: Settings,
  usedRows: readonly UsageRow[],
  rows: readonly ProviderRow[],
): readonly string[] {
  const used = usedRows.map((row) => row.key);
  const { model, fallbackModels } = settings.agents.defaults;
  const chosen = [...(model === null ? [] : [model]), ...fallbackModels, ...settings.ui.favouriteModels];
  const own = Object.keys(settings.prices);
  const all = [...new Set([...used, ...chosen])];
  const bare = own.filter((id) => !all.some((known) => known === id || known.endsWith(`/${id}`)));
  // What runs here costs nothing unless somebody says so.
  return [...all, ...bare].filter((id) => own.includes(id) || !isLocalProvider(providerOf(id), rows));
}

interface Priced {
  readonly agent: Agent;
  readonly usage: Usage;
  readonly providers: Providers;
  readonly models: Models;
}

/** Reads what is needed to show the prices, while they are shown. Returns its end. */
export function followPrices({ agent, usage, providers, models }: Priced): () => void {
  void providers.need();
  const follow = (): void => {
    const { settings } = agent.store.getState();
    if (settings === null) return;
    const ids = pricedModels(settings, usedModels(usage.store.getState()), providers.store.getState().rows);
    void models.need([...new Set(ids.map(providerOf))].filter((name) => name !== ""));
  };
  follow();
  const stops = [agent.store, usage.store, providers.store].map((store) => store.subscribe(follow));
  return () => {
    for (const stop of stops) stop();
  };
}
