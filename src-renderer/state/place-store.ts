import { createStore } from "zustand/vanilla";
import { type Place, type PlaceState, placeHref, readPlace } from "./place.ts";

/** Where the window is, as its address says it; `pages` are the names of those that there are. */
export function createPlace(pages: readonly string[]) {
  const read = (): PlaceState => ({ place: readPlace(window.location.hash, pages) });
  const store = createStore<PlaceState>(read);
  window.addEventListener("hashchange", () => store.setState(read()));
  return {
    store,
    go(place: Place): void {
      window.location.hash = placeHref(place);
    },
  };
}

export type PlaceControl = ReturnType<typeof createPlace>;
