import type { LimitSource } from "../../src-preload/contract/providers.ts";
import { addressOfBase, isLoopback } from "../models/addresses.ts";
import type { LearntWindow, ModelAtAddress } from "./learnt-file.ts";
import type { LearntModels } from "./learnt-models.ts";
import type { ListedLimits } from "./listed-limits.ts";
import type { ModelTable, TableEntry } from "./model-table.ts";
import type { ResolvedEndpoint } from "./resolve-model.ts";
import type { ModelLimits } from "./window-fields.ts";

/** Limits of a model in tokens, null where nothing tells them; `source`: who told the window. */
export interface ModelFacts extends ModelLimits {
  /** The number of tools that one request may list; null where its endpoint has refused none for it. */
  readonly mostTools: number | null;
  readonly source: LimitSource;
}

export const unknownFacts: ModelFacts = {
  contextWindow: null,
  maxInputTokens: null,
  maxOutputTokens: null,
  mostTools: null,
  source: "default",
};

/** Everything that may tell the limits of one model. */
export interface Witnesses {
  /** `agents.defaults.contextWindow`. */
  readonly override: number | null;
  readonly listed: ModelLimits | null;
  readonly learnt: LearntWindow | null;
  readonly entry: Pick<TableEntry, "contextWindow" | "maxOutputTokens"> | null;
}

/**
 * The settings win, unless an overflow told less; then the provider's list, unless an overflow told less of the route that is in use; then what an
 * overflow told, where it is less than the table says; then the table.
 */
export function weighFacts({ override, listed, learnt, entry }: Witnesses): Omit<ModelFacts, "mostTools"> {
  const told = listed?.contextWindow ?? null;
  const overflow = isStale(learnt, told) ? null : (learnt?.tokens ?? null);
  const { contextWindow, source } = windowOf(override, [
    { contextWindow: told, source: "provider" },
    { contextWindow: overflow, source: "overflow" },
    ...(told === null ? [{ contextWindow: entry?.contextWindow ?? null, source: "table" } as const] : []),
  ]);
  const maxInput = listed?.maxInputTokens ?? null;
  return {
    contextWindow,
    maxInputTokens: maxInput === null || contextWindow === null ? maxInput : Math.min(maxInput, contextWindow),
    maxOutputTokens: listed?.maxOutputTokens ?? entry?.maxOutputTokens ?? null,
    source,
  };
}

type Told = Pick<ModelFacts, "contextWindow" | "source">;

/** The smallest that is told; of two that say the same the first. */
function windowOf(override: number | null, witnesses: readonly Told[]): Told {
  const overflow = witnesses.find(({ source }) => source === "overflow")?.contextWindow ?? null;
  if (override !== null && (overflow === null || override <= overflow)) {
    return { contextWindow: override, source: "settings" };
  }
  const rank = ({ contextWindow }: Told): number => contextWindow ?? Number.POSITIVE_INFINITY;
  const [smallest] = witnesses.filter((told) => told.contextWindow !== null).toSorted((a, b) => rank(a) - rank(b));
  return smallest ?? { contextWindow: null, source: "default" };
}

/** The list told one window when the overflow came and tells another now: the model is served in a new way. */
function isStale(learnt: LearntWindow | null, told: number | null): boolean {
  return learnt !== null && learnt.listed !== null && told !== null && learnt.listed !== told;
}

export interface FactsDependencies {
  readonly learnt: LearntModels;
  readonly listed: ListedLimits;
  readonly table: ModelTable;
}

/**
 * The limits of a model. Waits for the provider's list only when told to and nothing else can answer; else the list is
 * asked later, for the next time. What the table says of hosted models does not hold for a server on this machine.
 */
export async function factsOf(
  resolved: ResolvedEndpoint,
  { override, waits }: { readonly override: number | null; readonly waits: boolean },
  { learnt, listed, table }: FactsDependencies,
): Promise<ModelFacts> {
  await learnt.load();
  const isHere = isLoopback(resolved.baseUrl);
  const weigh = (): ModelFacts => {
    const list = listed.known(resolved);
    const { window = null, quirks = {} } = learnt.of(placeOf(resolved)) ?? {};
    // Of an address on this machine only its own list tells whether it serves what the table means.
    const usesTable = !resolved.isLocal && (!isHere || list !== null);
    const entry = usesTable ? table.find(resolved.id) : null;
    const { mostTools } = { ...resolved.quirks, ...quirks };
    return { ...weighFacts({ override, listed: list, learnt: window, entry }), mostTools };
  };
  if (waits && weigh().contextWindow === null && listed.known(resolved) === null) await listed.ask(resolved);
  else listed.refresh(resolved);
  return weigh();
}

const places = new WeakMap<ResolvedEndpoint, ModelAtAddress>();

export function placeOf(resolved: ResolvedEndpoint): ModelAtAddress {
  const known = places.get(resolved);
  if (known !== undefined) return known;
  const place = { address: addressOfBase(resolved.baseUrl), model: resolved.modelName };
  places.set(resolved, place);
  return place;
}
