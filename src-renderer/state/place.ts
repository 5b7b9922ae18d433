import type { StoreApi } from "zustand/vanilla";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isSessionKey } from "../../src-preload/contract/session-key.ts";

/** A provider of models, or an MCP server, by its name; or where speech is put into words, or the web searched. */
export type ShownConnection =
  | { readonly kind: "provider" | "mcp"; readonly name: string }
  | { readonly kind: "voice" | "search" };

/** Where the window is: a place, and what is open in it. Kept in the address, so that a reload comes back. */
export type Place =
  | { readonly name: "chats"; readonly sessionKey: SessionKey | null }
  | { readonly name: "knowledge"; readonly path: string | null }
  /** Null: the provider that the default model is of. */
  | { readonly name: "connections"; readonly shown: ShownConnection | null }
  /** Null: the first one of the list. */
  | { readonly name: "automations"; readonly job: string | null }
  /** Any other page of the window, by its name. */
  | { readonly name: "page"; readonly page: string };

export interface PlaceState {
  readonly place: Place;
}

/** Where the window is, for those who follow it. */
export interface FollowedPlace {
  readonly store: Pick<StoreApi<PlaceState>, "getState" | "subscribe">;
}

/** The name of its page, as the address has it. */
export function pageOf(place: Place): string {
  return place.name === "page" ? place.page : place.name;
}

/** `pages` are the names of those that there are; anything else is the chats. What stands behind a `?` is no part of it. */
export function readPlace(hash: string, pages: readonly string[]): Place {
  const [address = ""] = hash.split("?");
  const [name = "", ...rest] = address.replace(/^#\/?/, "").split("/");
  const detail = decodeURIComponent(rest.join("/"));
  const page = pages.find((known) => known === name) ?? "chats";
  if (page === "knowledge") return { name: page, path: detail === "" ? null : detail };
  if (page === "automations") return { name: page, job: detail === "" ? null : detail };
  if (page === "connections") return { name: page, shown: readConnection(detail) };
  if (page !== "chats") return { name: "page", page };
  return { name: "chats", sessionKey: isSessionKey(detail) ? detail : null };
}

/** A page as it is come to from elsewhere: the chats with the one that is open, all others with nothing. */
export function placeOf(page: string, openChat: SessionKey | null): Place {
  return page === "chats" ? { name: page, sessionKey: openChat } : readPlace(`#/${page}`, [page]);
}

/** No provider's name has a slash in it. */
const mcpPrefix = "mcp/";
const voiceDetail = "voice/";
const searchDetail = "search/";

function readConnection(detail: string): ShownConnection | null {
  if (detail.startsWith(mcpPrefix)) return { kind: "mcp", name: detail.slice(mcpPrefix.length) };
  if (detail === voiceDetail) return { kind: "voice" };
  if (detail === searchDetail) return { kind: "search" };
  return detail === "" ? null : { kind: "provider", name: detail };
}

export function placeHref(place: Place): string {
  if (place.name === "chats" && place.sessionKey !== null) return `#/chats/${encodeURIComponent(place.sessionKey)}`;
  if (place.name === "knowledge" && place.path !== null) return `#/knowledge/${encodeURIComponent(place.path)}`;
  if (place.name === "automations" && place.job !== null) return `#/automations/${encodeURIComponent(place.job)}`;
  if (place.name === "connections" && place.shown !== null) {
    const { shown } = place;
    if (!("name" in shown)) return `#/connections/${shown.kind}/`;
    return `#/connections/${shown.kind === "mcp" ? mcpPrefix : ""}${encodeURIComponent(shown.name)}`;
  }
  return `#/${pageOf(place)}`;
}
