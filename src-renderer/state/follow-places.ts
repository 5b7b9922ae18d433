import { pageOf } from "./place.ts";
import type { WindowState } from "./window-state.ts";

/** What is read and followed while a page is shown; returns its end. */
type EnterPlace = (state: WindowState) => () => void;

/** What there is to know of a page to be in it. */
export interface EnteredPlace {
  /** In the address: `#/usage`. */
  readonly name: string;
  readonly enter: EnterPlace;
}

/** Enters the page of the address, and each one that is gone to; leaves the one before it. Returns its own end. */
export function followPlaces(state: WindowState, places: readonly EnteredPlace[]): () => void {
  let shown: string | null = null;
  let leave = (): void => undefined;
  const follow = (): void => {
    const page = pageOf(state.place.store.getState().place);
    if (page === shown) return;
    leave();
    shown = page;
    leave = places.find(({ name }) => name === page)?.enter(state) ?? (() => undefined);
  };
  follow();
  const stop = state.place.store.subscribe(follow);
  return () => {
    stop();
    leave();
  };
}
