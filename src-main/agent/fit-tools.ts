import type { ToolOffer } from "../models/model.ts";

/** The share of the window that definitions of servers' tools may take: the conversation needs the rest. */
const mostShare = 0.25;

export interface FittedTools {
  readonly offers: readonly ToolOffer[];
  /** Names of those that had no room. */
  readonly leftOut: readonly string[];
}

interface FittingOptions {
  /** The tools that servers bring, each with the name of its server; the others always stay. */
  readonly remote: ReadonlyMap<string, string>;
  /** In tokens. */
  readonly window: number;
  readonly tokensOf: (text: string) => number;
}

interface Sized {
  readonly name: string;
  readonly tokens: number;
}

/**
 * The tools that a request offers. Servers may bring hundreds: each gets the same room, what one does not need is for the
 * others, and within it small tools go before large ones, so that none that is large costs many that are not.
 */
export function fitTools(all: readonly ToolOffer[], options: FittingOptions): FittedTools {
  const { remote, tokensOf } = options;
  const byServer = new Map<string, Sized[]>();
  for (const offer of all) {
    const server = remote.get(offer.name);
    if (server === undefined) continue;
    const tool = { name: offer.name, tokens: tokensOf(JSON.stringify(offer)) };
    byServer.set(server, [...(byServer.get(server) ?? []), tool]);
  }
  const kept = new Set(keptTools([...byServer.values()], options.window * mostShare));
  const isKept = ({ name }: ToolOffer): boolean => !remote.has(name) || kept.has(name);
  return {
    offers: all.filter(isKept),
    leftOut: all.filter((offer) => !isKept(offer)).map(({ name }) => name),
  };
}

/** Servers that need the least come first and leave the rest to the others. */
function keptTools(servers: readonly (readonly Sized[])[], all: number): readonly string[] {
  let room = all;
  const sorted = servers.toSorted((one, other) => sumOf(one) - sumOf(other));
  return sorted.flatMap((tools, index) => {
    let share = room / (sorted.length - index);
    const kept = tools
      .toSorted((one, other) => one.tokens - other.tokens)
      .filter(({ tokens }) => {
        share -= tokens;
        return share >= 0;
      });
    room -= sumOf(kept);
    return kept.map(({ name }) => name);
  });
}

function sumOf(tools: readonly Sized[]): number {
  return tools.reduce((sum, { tokens }) => sum + tokens, 0);
}
