import { completePrice } from "../../src-preload/contract/cost.ts";
import { ownValue } from "../../src-preload/contract/own-value.ts";
import type { Price } from "../../src-preload/contract/providers.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { isLoopback } from "../models/addresses.ts";
import { entryName } from "./key-target.ts";
import type { ModelTable } from "./model-table.ts";
import { providerSpec } from "./provider-specs.ts";

const free: Price = { input: 0, output: 0, cachedInput: 0 };

/** Who may tell a price beside the settings. */
export interface PriceWitnesses {
  readonly table: ModelTable;
  /** Of the provider's own list. */
  readonly listed: Price | null;
}

/**
 * What a million tokens of a model cost: as `prices` of the settings says, nothing on this machine, else as the provider's
 * own list says, else the list price of the table. Null where nothing tells it.
 */
export function priceOf(modelId: string, settings: Settings | null, { table, listed }: PriceWitnesses): Price | null {
  const own = settings === null ? null : ownPriceOf(modelId, settings, table);
  if (own !== null) return own;
  if (isOfThisMachine(modelId)) return free;
  const known = table.find(modelId);
  const told = listedPriceOf(listed, known?.price ?? null) ?? known?.price ?? null;
  if (told !== null || known !== null) return told;
  const provider = providerOf(modelId);
  const base = settings === null ? undefined : ownValue(settings.providers, entryName(provider, settings))?.apiBase;
  return base !== undefined && isLoopback(base) ? free : null;
}

/**
 * What `prices` of the settings says, under the whole id or the model's own name. What long prompts and writing into a
 * cache cost stays as the table has it.
 */
function ownPriceOf(modelId: string, { prices }: Settings, table: ModelTable): Price | null {
  const own = ownValue(prices, modelId) ?? ownValue(prices, modelId.slice(modelId.indexOf("/") + 1)) ?? null;
  return own === null || isOfThisMachine(modelId) ? own : completePrice(own, table.find(modelId)?.price ?? null);
}

/** A price of a provider's list, which may leave out long prompts and caches: as the table has them where it has the same price else. */
function listedPriceOf(listed: Price | null, known: Price | null): Price | null {
  const isSame = listed?.input === known?.input && listed?.output === known?.output;
  return listed !== null && isSame ? completePrice(listed, known) : listed;
}

function providerOf(modelId: string): string {
  return modelId.slice(0, Math.max(0, modelId.indexOf("/")));
}

function isOfThisMachine(modelId: string): boolean {
  const provider = providerOf(modelId);
  return provider === "practice" || providerSpec(provider)?.kind === "local";
}
