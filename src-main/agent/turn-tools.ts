import type { ToolOffer, ToolOffers } from "../models/model.ts";
import type { ModelFacts } from "../providers/model-facts.ts";
import type { FoundTool, FoundTools } from "../tools/tool.ts";
import type { AgentDependencies, PromptPart } from "./dependencies.ts";
import { type FittedTools, fitTools, type ToolRoom } from "./fit-tools.ts";
import { countByServer, serverPart } from "./server-part.ts";
import type { SearchedTool } from "./tool-search.ts";
import { type AllowedTools, findToolsName } from "./tools-of-chat.ts";

/** Tokens of a model whose window nothing tells. */
export const defaultContextWindow = 32_768;

/** The share of the window that definitions of servers' tools may take: the conversation needs the rest. */
const mostShare = 0.25;
/** Where not all have room, the share that is listed from the beginning; the rest is for those that the model finds. */
const firstShare = 0.15;
/** The largest number that every known provider takes, where its endpoint says no other. */
const mostTools = 128;
/** The part of that number that is kept for those that the model finds. */
const foundPart = 0.25;
/** Of one search. A definition takes about 150 tokens. */
const mostFound = 6;

interface TurnToolsOptions {
  /** Null means all. */
  readonly allowed: AllowedTools | null;
  readonly window: number;
  /** The number of tools that one request may list; null where nothing tells it. */
  readonly mostTools: number | null;
  /** False where the window is too small for them. */
  readonly withServers: boolean;
}

/** The tools that the requests of a turn offer. Within a turn they only ever grow at their end: what was sent stays what it was. */
export interface TurnTools {
  readonly offers: ToolOffers;
  /** Of servers, that are not offered now. */
  readonly leftOut: readonly string[];
  /** Of servers, that were not offered when the turn began, whatever was found since. */
  readonly unlisted: readonly string[];
  /** The model can look for those that are left out. */
  readonly canFind: boolean;
  /** What servers say of their tools, and which of them are not there. */
  readonly parts: readonly PromptPart[];
  begin(options: TurnToolsOptions): void;
  /** Takes what servers have added since, as far as there is room. */
  grow(): void;
  /** Whether tools of servers would have to go where a request may list so many. */
  exceeds(mostTools: number | null): boolean;
  /** Offers what fits what is wanted, as far as there is room. */
  find(wanted: string): Promise<FoundTools>;
}

interface ToolsAndModels {
  readonly models: Pick<AgentDependencies["models"], "facts" | "offers" | "tokensOf">;
  readonly tools: Pick<AgentDependencies["tools"], "definitions" | "remoteServers" | "serverWords">;
}

export function createTurnTools(parts: ToolsAndModels): TurnTools {
  return new ListedTools(parts);
}

class ListedTools implements TurnTools {
  readonly #models: ToolsAndModels["models"];
  readonly #tools: ToolsAndModels["tools"];
  #options: TurnToolsOptions = { allowed: null, window: defaultContextWindow, mostTools: null, withServers: false };
  #listed: readonly ToolOffer[] = [];
  #names: ReadonlySet<string> = new Set();
  offers: ToolOffers;
  unlisted: readonly string[] = [];
  /** Every tool that was looked at in this turn. */
  #known: ReadonlySet<string> = new Set();
  /** Found in this chat: listed in its later turns too, as long as there is room. */
  readonly #found = new Set<string>();

  constructor({ models, tools }: ToolsAndModels) {
    this.#models = models;
    this.#tools = tools;
    this.offers = models.offers([]);
  }

  get leftOut(): readonly string[] {
    return this.#options.withServers ? [...this.#known].filter((name) => !this.#isListed(name)) : this.unlisted;
  }

  get canFind(): boolean {
    return this.#isListed(findToolsName);
  }

  get parts(): readonly PromptPart[] {
    if (!this.#options.withServers) return [];
    const { unlisted, canFind } = this;
    const servers = this.#tools.remoteServers();
    const heard = new Set([...this.#known].map((name) => servers.get(name)));
    const words = this.#tools.serverWords().filter(({ server }) => heard.has(server));
    return serverPart(words, { unlisted, servers, canFind });
  }

  begin(options: TurnToolsOptions): void {
    this.#options = options;
    const all = this.#now();
    const others = all.filter(({ name }) => name !== findToolsName);
    this.#known = new Set(others.map(({ name }) => name));
    const whole = this.#fit(others, this.#room(mostShare, 1));
    const canFind = options.withServers && whole.leftOut.length > 0 && others.length < all.length;
    const first = canFind ? this.#fit(all, this.#room(firstShare, 1 - foundPart)) : whole;
    this.unlisted = options.withServers ? first.leftOut : [...this.#tools.remoteServers().keys()];
    this.#list(first.offers);
    this.#append(all.filter(({ name }) => this.#found.has(name) && !this.#isListed(name)));
  }

  grow(): void {
    const all = this.#options.withServers ? this.#now() : [];
    const added = all.filter(({ name }) => name !== findToolsName && !this.#known.has(name));
    if (added.length === 0) return;
    this.#known = new Set([...this.#known, ...added.map(({ name }) => name)]);
    this.#append(added);
    const missing = added.filter(({ name }) => !this.#isListed(name)).map(({ name }) => name);
    if (missing.length === 0) return;
    this.unlisted = [...this.unlisted, ...missing];
    if (!this.canFind) this.#list([...this.#listed, ...all.filter(({ name }) => name === findToolsName)]);
  }

  exceeds(most: number | null): boolean {
    return this.#listed.length > (most ?? mostTools) && this.#listed.some(this.#isRemote);
  }

  async find(wanted: string): Promise<FoundTools> {
    const servers = this.#tools.remoteServers();
    const all = this.#now().flatMap((offer) => {
      const server = servers.get(offer.name);
      return server === undefined ? [] : [{ offer, server }];
    });
    const { searchTools } = await import("./tool-search.ts");
    const best = await searchTools(all, wanted);
    const isListed = ({ offer: { name } }: SearchedTool): boolean => this.#isListed(name);
    const listed = best.filter(isListed).slice(0, mostFound);
    const others = best.filter((one) => !isListed(one)).slice(0, mostFound);
    this.#append(others.map(({ offer }) => offer));
    const added = others.filter(isListed);
    for (const { offer } of added) this.#found.add(offer.name);
    return {
      added: added.map(toldTool),
      listed: listed.map(toldTool),
      withoutRoom: others.filter((one) => !added.includes(one)).map(toldTool),
      servers: countByServer(all.filter((one) => !isListed(one)).map(({ server }) => server)),
    };
  }

  readonly #isRemote = ({ name }: ToolOffer): boolean => this.#tools.remoteServers().has(name);

  #isListed(name: string): boolean {
    return this.#names.has(name);
  }

  #now(): readonly ToolOffer[] {
    return this.#tools.definitions(this.#options.allowed ?? undefined);
  }

  #room(share: number, part: number): ToolRoom {
    const { window, mostTools: most } = this.#options;
    return { tokens: window * share, count: Math.floor((most ?? mostTools) * part) };
  }

  #fit(list: readonly ToolOffer[], room: ToolRoom): FittedTools {
    return fitTools(list, { remote: this.#tools.remoteServers(), room, tokensOf: this.#models.tokensOf });
  }

  #list(tools: readonly ToolOffer[]): void {
    this.#listed = tools;
    this.#names = new Set(tools.map(({ name }) => name));
    this.offers = this.#models.offers(tools);
  }

  /** Lists those that have room, at the end. */
  #append(added: readonly ToolOffer[]): void {
    const { tokensOf } = this.#models;
    const room = this.#room(mostShare, 1);
    let tokens = room.tokens - sizeOf(this.#listed.filter(this.#isRemote), tokensOf);
    let count = room.count - this.#listed.length;
    const taken = added.filter((one) => {
      const size = sizeOf([one], tokensOf);
      if (size > tokens || count < 1) return false;
      tokens -= size;
      count -= 1;
      return true;
    });
    if (taken.length > 0) this.#list([...this.#listed, ...taken]);
  }
}

/**
 * A window that is only assumed, and too small for the tools of servers: the provider is asked for the real one before they are
 * fitted, since they stay what they are for the whole turn.
 */
export async function factsForTools({ models, tools }: ToolsAndModels, modelId: string): Promise<ModelFacts> {
  const known = await models.facts(modelId);
  const remote = tools.remoteServers();
  if (known.source !== "default" || remote.size === 0) return known;
  const { tokensOf } = models;
  const room = { tokens: defaultContextWindow * mostShare, count: Number.POSITIVE_INFINITY };
  const { leftOut } = fitTools(tools.definitions(), { remote, room, tokensOf });
  return leftOut.length === 0 ? known : models.facts(modelId, true);
}

function sizeOf(list: readonly ToolOffer[], tokensOf: (text: string) => number): number {
  return list.reduce((sum, one) => sum + tokensOf(JSON.stringify(one)), 0);
}

function toldTool({ offer: { name, description }, server }: SearchedTool): FoundTool {
  return { name, server, description };
}
