import type { JsonObject } from "../json.ts";
import type { ToolOffer, ToolOffers } from "../model.ts";
import type { Quirks } from "../quirks.ts";
import { mendSchema } from "./mend-schema.ts";
import { toolOffersOf } from "./tool-offers.ts";

type Limits = Pick<Quirks, "refusedTools" | "mostTools" | "mostDescriptionChars">;

/** Tools as one endpoint takes them; the same value for the same list as long as its limits are the same. */
export function createOfferFitter(): (offers: ToolOffers, limits: Limits) => ToolOffers {
  let last: { readonly offers: ToolOffers; readonly key: string; readonly fitted: ToolOffers } | null = null;
  return (offers, limits) => {
    const key = JSON.stringify([limits.refusedTools, limits.mostTools, limits.mostDescriptionChars]);
    if (last?.offers === offers && last.key === key) return last.fitted;
    const fitted = toolOffersOf(fitOffers(offers.list, limits));
    last = { offers, key, fitted };
    return fitted;
  };
}

/** Those that are taken, each as it is taken. Perch's own tools stand first, so that too many cost those of servers. */
function fitOffers(list: readonly ToolOffer[], limits: Limits): readonly ToolOffer[] {
  const refused = new Set(limits.refusedTools);
  return list
    .map(mended)
    .filter((offer) => !refused.has(refusalKey(offer)))
    .slice(0, limits.mostTools ?? list.length)
    .map((offer) => withShortDescription(offer, limits.mostDescriptionChars));
}

function mended(offer: ToolOffer): ToolOffer {
  return { ...offer, parameters: mendSchema(offer.parameters) };
}

/** A refused tool is offered again once it is another one: the schema is part of its mark, without its words. */
export function refusalKey({ name, parameters }: ToolOffer): string {
  return `${name} ${checksum(JSON.stringify({ ...parameters, description: undefined }))}`;
}

/** The rest of a long description goes where no provider counts: to the schema. */
function withShortDescription(offer: ToolOffer, most: number | null): ToolOffer {
  const { description } = offer;
  if (most === null || description.length <= most) return offer;
  const parameters: JsonObject = { ...offer.parameters, description };
  return { ...offer, description: `${description.slice(0, most - 1)}…`, parameters };
}

/** Not for safety: only to see that a schema is another one (FNV-1a, 32 bits). */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(36);
}
