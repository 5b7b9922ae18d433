import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";

export const placeNames = ["chats", "automations", "knowledge", "connections", "usage", "inbox", "settings"] as const;
export type PlaceName = (typeof placeNames)[number];

/** A provider of models, or an MCP server, by its name. */
export interface ShownConnection {
  readonly kind: "provider" | "mcp";
  readonly name: string;
}

/** Where the window is: a place, and what is open in it. Kept in the address, so that a reload comes back. */
export type Place =
  | { readonly name: "chats"; readonly sessionKey: SessionKey | null }
  | { readonly name: "knowledge"; readonly path: string | null }
  /** Null: the provider that the default model is of. */
  | { readonly name: "connections"; readonly shown: ShownConnection | null }
  | { readonly name: Exclude<PlaceName, "chats" | "knowledge" | "connections"> };

export function readPlace(hash: string): Place {
  const [name = "", ...rest] = hash.replace(/^#\/?/, "").split("/");
  const detail = decodeURIComponent(rest.join("/"));
  const known = placeNames.find((place) => place === name) ?? "chats";
  if (known === "knowledge") return { name: known, path: detail === "" ? null : detail };
  if (known === "connections") return { name: known, shown: readConnection(detail) };
  if (known !== "chats") return { name: known };
  const key = sessionKeySchema.safeParse(detail);
  return { name: "chats", sessionKey: key.success ? key.data : null };
}

/** No provider's name has a slash in it. */
const mcpPrefix = "mcp/";

function readConnection(detail: string): ShownConnection | null {
  if (detail.startsWith(mcpPrefix)) return { kind: "mcp", name: detail.slice(mcpPrefix.length) };
  return detail === "" ? null : { kind: "provider", name: detail };
}

export function placeHref(place: Place): string {
  if (place.name === "chats" && place.sessionKey !== null) return `#/chats/${encodeURIComponent(place.sessionKey)}`;
  if (place.name === "knowledge" && place.path !== null) return `#/knowledge/${encodeURIComponent(place.path)}`;
  if (place.name === "connections" && place.shown !== null) {
    const { kind, name } = place.shown;
    return `#/connections/${kind === "mcp" ? mcpPrefix : ""}${encodeURIComponent(name)}`;
  }
  return `#/${place.name}`;
}
