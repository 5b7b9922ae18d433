import { createStore } from "zustand/vanilla";
import { type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";

export const placeNames = ["chats", "automations", "knowledge", "connections", "usage", "inbox", "settings"] as const;
export type PlaceName = (typeof placeNames)[number];

/** Where the window is: a place, and what is open in it. Kept in the address, so that a reload comes back. */
export type Place =
  | { readonly name: "chats"; readonly sessionKey: SessionKey | null }
  | { readonly name: "knowledge"; readonly path: string | null }
  /** Null: the one that the default model is of. */
  | { readonly name: "connections"; readonly provider: string | null }
  | { readonly name: Exclude<PlaceName, "chats" | "knowledge" | "connections"> };

export function readPlace(hash: string): Place {
  const [name = "", ...rest] = hash.replace(/^#\/?/, "").split("/");
  const detail = decodeURIComponent(rest.join("/"));
  const known = placeNames.find((place) => place === name) ?? "chats";
  if (known === "knowledge") return { name: known, path: detail === "" ? null : detail };
  if (known === "connections") return { name: known, provider: detail === "" ? null : detail };
  if (known !== "chats") return { name: known };
  const key = sessionKeySchema.safeParse(detail);
  return { name: "chats", sessionKey: key.success ? key.data : null };
}

export function placeHref(place: Place): string {
  if (place.name === "chats" && place.sessionKey !== null) return `#/chats/${encodeURIComponent(place.sessionKey)}`;
  if (place.name === "knowledge" && place.path !== null) return `#/knowledge/${encodeURIComponent(place.path)}`;
  if (place.name === "connections" && place.provider !== null) {
    return `#/connections/${encodeURIComponent(place.provider)}`;
  }
  return `#/${place.name}`;
}

export interface PlaceState {
  readonly place: Place;
}

export function createPlace() {
  const store = createStore<PlaceState>(() => ({ place: readPlace(window.location.hash) }));
  window.addEventListener("hashchange", () => store.setState({ place: readPlace(window.location.hash) }));
  return {
    store,
    go(place: Place): void {
      window.location.hash = placeHref(place);
    },
  };
}

export type PlaceControl = ReturnType<typeof createPlace>;
