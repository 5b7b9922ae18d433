import type { ModelEntry } from "../../src-preload/contract/providers.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import { addressOfBase } from "../models/addresses.ts";
import type { LearntModels } from "./learnt-models.ts";
import type { ListedModel } from "./listed-model.ts";
import { weighFacts } from "./model-facts.ts";
import type { ModelTable } from "./model-table.ts";
import { priceOf } from "./prices.ts";

/** The address of the models; without one nothing has been learnt. */
export interface ListedAt {
  readonly name: string;
  readonly baseUrl: string | null;
  readonly isLocal: boolean;
}

/** A model that no list tells anything of. */
export function unlisted(id: string): ListedModel {
  const limits = { contextWindow: null, maxInputTokens: null, maxOutputTokens: null };
  return { id, ...limits, tools: null, images: null, reasoning: null, price: null, isOther: false };
}

interface DescribeOptions {
  readonly settings: Settings;
  readonly table: ModelTable;
  readonly learnt: LearntModels;
}

/** A model as the window shows it: what the list tells, the rest from what was learnt and from the table. */
export function describeModel(
  listed: ListedModel,
  { name, baseUrl, isLocal }: ListedAt,
  { settings, table, learnt }: DescribeOptions,
): ModelEntry {
  const id = `${name}/${listed.id}`;
  const entry = isLocal ? null : table.find(id);
  const place = baseUrl === null ? null : { address: addressOfBase(baseUrl), model: listed.id };
  const lesson = place === null ? null : learnt.of(place);
  const facts = weighFacts({ override: null, listed, learnt: lesson?.window ?? null, entry });
  return {
    id,
    contextWindow: facts.contextWindow,
    maxOutputTokens: facts.maxOutputTokens,
    source: facts.source,
    tools: lesson?.tools ?? listed.tools ?? entry?.tools ?? null,
    images: lesson?.quirks.takesImages === false ? false : (listed.images ?? entry?.images ?? null),
    reasoning: listed.reasoning ?? entry?.reasoning ?? null,
    price: priceOf(id, settings, { table, listed: listed.price ?? lesson?.price ?? null }),
  };
}
