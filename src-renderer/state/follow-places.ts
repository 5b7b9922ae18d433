import { pageOf } from "./place.ts";
import type { WindowState } from "./window-state.ts";

/** What is read and followed while a page is shown; returns its end. */
export type EnterPlace = (state: WindowState) => () => void;

/** Enters the page of the address, and each one that is gone to; leaves the one before it. Returns its own end. */
export function followPlaces(state: WindowState, enterOf: (page: string) => EnterPlace): () => void {
  let shown: string | null = null;
  let leave = (): void => undefined;
  const follow = (): void => {
    const page = pageOf(state.place.store.getState().place);
    if (page === shown) return;
    leave();
    shown = page;
    leave = enterOf(page)(state);
  };
  follow();
  const stop = state.place.store.subscribe(follow);
  return () => {
    stop();
    leave();
  };
}
