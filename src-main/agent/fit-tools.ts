import type { ToolOffer } from "../models/model.ts";

export interface FittedTools {
  readonly offers: readonly ToolOffer[];
  /** Names of those that had no room. */
  readonly leftOut: readonly string[];
}

export interface ToolRoom {
  /** Of the definitions of servers' tools. */
  readonly tokens: number;
  /** The number of tools of all kinds that one request may list. */
  readonly count: number;
}

interface FittingOptions {
  /** The tools that servers bring, each with the name of its server; the others always stay. */
  readonly remote: ReadonlyMap<string, string>;
  readonly room: ToolRoom;
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
export function fitTools(all: readonly ToolOffer[], { remote, room, tokensOf }: FittingOptions): FittedTools {
  const byServer = new Map<string, Sized[]>();
  for (const offer of all) {
    const server = remote.get(offer.name);
    if (server === undefined) continue;
    const tool = { name: offer.name, tokens: tokensOf(JSON.stringify(offer)) };
    byServer.set(server, [...(byServer.get(server) ?? []), tool]);
  }
  const own = all.filter(({ name }) => !remote.has(name)).length;
  const kept = new Set(keptTools([...byServer.values()], { tokens: room.tokens, count: room.count - own }));
  const isKept = ({ name }: ToolOffer): boolean => !remote.has(name) || kept.has(name);
  return {
    offers: all.filter(isKept),
    leftOut: all.filter((offer) => !isKept(offer)).map(({ name }) => name),
  };
}

/** Servers that need the least come first and leave the rest to the others; of tokens as of the number of tools. */
function keptTools(servers: readonly (readonly Sized[])[], room: ToolRoom): readonly string[] {
  let { tokens, count } = room;
  const sorted = servers.toSorted((one, other) => sumOf(one) - sumOf(other));
  return sorted.flatMap((tools, index) => {
    const others = sorted.length - index;
    let share = tokens / others;
    const kept = tools
      .toSorted((one, other) => one.tokens - other.tokens)
      .slice(0, Math.max(0, Math.ceil(count / others)))
      .filter((tool) => {
        share -= tool.tokens;
        return share >= 0;
      });
    tokens -= sumOf(kept);
    count -= kept.length;
    return kept.map(({ name }) => name);
  });
}

function sumOf(tools: readonly Sized[]): number {
  return tools.reduce((sum, { tokens }) => sum + tokens, 0);
}
