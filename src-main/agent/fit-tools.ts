import type { ToolOffer } from "../models/model.ts";

/** The share of the window that definitions of servers' tools may take: the conversation needs the rest. */
const mostShare = 0.25;

export interface FittedTools {
  readonly offers: readonly ToolOffer[];
  /** How many had no room. */
  readonly left: number;
}

interface FittingOptions {
  /** Names of the tools that servers bring; the others always stay. */
  readonly remote: ReadonlySet<string>;
  /** In tokens. */
  readonly window: number;
  readonly tokensOf: (text: string) => number;
}

/** The tools that a request offers: servers may bring hundreds, and the first ones stay as long as there is room for them. */
export function fitTools(all: readonly ToolOffer[], { remote, window, tokensOf }: FittingOptions): FittedTools {
  if (remote.size === 0) return { offers: all, left: 0 };
  let room = window * mostShare;
  const offers = all.filter((offer) => {
    if (!remote.has(offer.name)) return true;
    room -= tokensOf(JSON.stringify(offer));
    return room >= 0;
  });
  return { offers, left: all.length - offers.length };
}
