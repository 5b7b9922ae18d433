import type { Price } from "../../src-preload/contract/providers.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { isLoopback } from "./addresses.ts";
import { entryName } from "./key-target.ts";
import { type ModelTable, priceSchema } from "./model-table.ts";
import { providerSpec } from "./provider-specs.ts";

const free: Price = { input: 0, output: 0, cachedInput: 0 };

/**
 * What a million tokens of a model cost: as `prices` of the settings says, nothing on this machine, else the list price of
 * the table. Null where nothing tells it.
 */
export function priceOf(modelId: string, settings: Settings | null, table: ModelTable): Price | null {
  const slash = modelId.indexOf("/");
  const provider = modelId.slice(0, Math.max(0, slash));
  const own = settings === null ? null : pricesOf(settings);
  const said = own?.[modelId] ?? own?.[modelId.slice(slash + 1)];
  const parsed = priceSchema.safeParse(said);
  if (parsed.success) return parsed.data;
  if (provider === "practice" || providerSpec(provider)?.kind === "local") return free;
  const listed = table.find(modelId);
  if (listed !== null) return listed.price;
  const base = settings?.providers[entryName(provider, settings)]?.apiBase;
  return base !== undefined && isLoopback(base) ? free : null;
}

/** A free field of the settings, so that a wrong price is no broken settings file. */
function pricesOf(settings: Settings): Readonly<Record<string, unknown>> {
  const prices = settings["prices"];
  return typeof prices === "object" && prices !== null ? { ...prices } : {};
}
