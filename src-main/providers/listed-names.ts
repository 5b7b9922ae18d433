import { addressOfBase } from "../models/addresses.ts";
import type { AskedAt } from "./learnt-models.ts";

/** The names that each provider listed when it was last asked, whoever asked. */
export interface ListedNames {
  keep(place: AskedAt, names: readonly string[]): void;
  /** Null before a list was read. */
  of(place: AskedAt): readonly string[] | null;
}

export function createListedNames(): ListedNames {
  const kept = new Map<string, readonly string[]>();
  const keyOf = ({ name, baseUrl }: AskedAt): string => JSON.stringify([name, addressOfBase(baseUrl)]);
  return {
    keep: (place, names) => void kept.set(keyOf(place), names),
    of: (place) => kept.get(keyOf(place)) ?? null,
  };
}
