import { createStore } from "zustand/vanilla";
import { type Place, placeHref, readPlace } from "./place.ts";

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
