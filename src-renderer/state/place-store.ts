import { createStore } from "zustand/vanilla";
import { type Place, type PlaceState, pageOf, placeHref, readPlace } from "./place.ts";

/** Where the window is, as its address says it; `pages` are the names of those that there are. */
export function createPlace(pages: readonly string[]) {
  const read = (): PlaceState => ({ place: readPlace(window.location.hash, pages) });
  const store = createStore<PlaceState>(read);
  window.addEventListener("hashchange", () => store.setState(read()));
  const go = (place: Place): void => {
    window.location.hash = placeHref(place);
  };
  return {
    store,
    go,
    /** For what was waited for: whoever has gone to another page meanwhile stays there. */
    goWithinPage(place: Place): void {
      if (pageOf(readPlace(window.location.hash, pages)) === pageOf(place)) go(place);
    },
  };
}

export type PlaceControl = ReturnType<typeof createPlace>;
