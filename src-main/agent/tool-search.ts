import type { ToolOffer } from "../models/model.ts";

/** A tool of a server, as it is searched for. */
export interface SearchedTool {
  readonly offer: ToolOffer;
  readonly server: string;
}

/** What fits less than this share of what the best does is no answer. */
const leastShare = 0.25;

/** The tools that fit what is wanted, the best first, by their names, what they say of themselves, their parameters and their servers. */
export async function searchTools(tools: readonly SearchedTool[], wanted: string): Promise<readonly SearchedTool[]> {
  const { default: MiniSearch } = await import("minisearch");
  const index = new MiniSearch<Readonly<Record<"id" | "name" | "says" | "parameters" | "server", string>>>({
    fields: ["name", "says", "parameters", "server"],
    tokenize: wordsOf,
    searchOptions: { boost: { name: 3, server: 2, parameters: 0.5 }, prefix: (word) => word.length > 2, fuzzy: 0.15 },
  });
  const byName = new Map(tools.map((tool) => [tool.offer.name, tool]));
  index.addAll(
    [...byName.values()].map(({ offer, server }) => ({
      id: offer.name,
      name: offer.name,
      says: offer.description,
      parameters: Object.keys(propertiesOf(offer)).join(" "),
      server,
    })),
  );
  const found = index.search(wanted);
  const least = (found[0]?.score ?? 0) * leastShare;
  return found.filter(({ score }) => score >= least).flatMap(({ id }) => byName.get(String(id)) ?? []);
}

function propertiesOf({ parameters }: ToolOffer): object {
  const { properties } = parameters;
  return typeof properties === "object" && properties !== null ? properties : {};
}

/** Also those that are written as one: `createIssue`, `create_issue`. */
function wordsOf(text: string): string[] {
  return text
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
