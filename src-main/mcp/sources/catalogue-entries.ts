import type { CatalogueEntry } from "../../../src-preload/contract/mcp-catalogue.ts";
import { type Fields, fieldsOf, isText } from "../fields.ts";
import { readRegistryEntry } from "../read-registry.ts";

/** Under these keys a registry says how an entry stands. */
const official = "io.modelcontextprotocol.registry/official";
const longest = 500;

/** A page of a registry, in the public format of `GET /v0/servers`; null for what is none. */
export interface ReadPage {
  readonly entries: readonly CatalogueEntry[];
  readonly next: string | null;
}

export function readPage(value: unknown): ReadPage | null {
  const fields = fieldsOf(value);
  const servers = fields?.["servers"];
  if (fields === null || !Array.isArray(servers)) return null;
  const metadata = fieldsOf(fields["metadata"]) ?? {};
  const next = metadata["nextCursor"] ?? metadata["next_cursor"];
  return { entries: servers.flatMap(readEntry), next: isText(next) && next !== "" ? next : null };
}

/** What is withdrawn, or has a later version, is left out. */
function readEntry(value: unknown): readonly CatalogueEntry[] {
  const outer = fieldsOf(value);
  if (outer === null) return [];
  const server = fieldsOf(outer["server"]) ?? outer;
  const state = fieldsOf(fieldsOf(outer["_meta"])?.[official]) ?? {};
  const name = server["name"];
  const isGone = [state["status"], server["status"]].some((status) => status === "deleted" || status === "deprecated");
  if (!isText(name) || name === "" || isGone || state["isLatest"] === false) return [];
  return [
    {
      name: short(name),
      title: short(textOf(server["title"]) || (name.split("/").at(-1) ?? name)),
      description: short(textOf(server["description"])),
      version: short(textOf(server["version"]) || textOf(fieldsOf(server["version_detail"])?.["version"])),
      page: pageOf(server),
      drafts: readRegistryEntry(server),
      isTried: server["isTried"] === true,
    },
  ];
}

function textOf(value: unknown): string {
  return isText(value) ? value : "";
}

function short(words: string): string {
  return words.length > longest ? `${words.slice(0, longest)}…` : words;
}

function pageOf(server: Fields): string | null {
  const named = [server["websiteUrl"], fieldsOf(server["repository"])?.["url"]];
  const page = named.find((one) => isText(one) && /^https?:\/\//i.test(one) && URL.canParse(one));
  return isText(page) ? page : null;
}

/** Whether an entry has all words of a question, in its name or what it says of itself. */
export function fits({ name, title, description }: CatalogueEntry, query: string): boolean {
  const all = `${name} ${title} ${description}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
