import { createStore } from "zustand/vanilla";
import type { PlaceControl } from "./place-store.ts";

/** Whether the list lies over the sheet, where it does not stand beside it. It closes when somewhere is gone to. */
export function createListOver(place: PlaceControl) {
  const store = createStore(() => ({ isOpen: false }));
  place.store.subscribe(() => store.setState({ isOpen: false }));
  return store;
}

export type ListOver = ReturnType<typeof createListOver>;
