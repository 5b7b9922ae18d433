import type { Price } from "../../src-preload/contract/providers.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { isLoopback } from "./addresses.ts";
import { entryName } from "./key-target.ts";
import type { ModelTable } from "./model-table.ts";
import { providerSpec } from "./provider-specs.ts";

const free: Price = { input: 0, output: 0, cachedInput: 0 };

/**
 * What a million tokens of a model cost: as `prices` of the settings says, nothing on this machine, else the list price of
 * the table. Null where nothing tells it.
 */
export function priceOf(modelId: string, settings: Settings | null, table: ModelTable): Price | null {
  const said = settings === null ? null : priceOfSettings(modelId, settings);
  if (said !== null) return said;
  const provider = modelId.slice(0, Math.max(0, modelId.indexOf("/")));
  if (provider === "practice" || providerSpec(provider)?.kind === "local") return free;
  const listed = table.find(modelId);
  if (listed !== null) return listed.price;
  const base = settings?.providers[entryName(provider, settings)]?.apiBase;
  return base !== undefined && isLoopback(base) ? free : null;
}

/** What `prices` of the settings says, under the whole id or the model's own name. */
export function priceOfSettings(modelId: string, { prices }: Settings): Price | null {
  return prices[modelId] ?? prices[modelId.slice(modelId.indexOf("/") + 1)] ?? null;
}
