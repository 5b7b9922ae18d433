import type { PlaceEntry } from "./places.tsx";
import { pageOf } from "./state/place.ts";
import type { WindowState } from "./state/window-state.ts";

/** The code of the page in the address is fetched at once, that of all others as soon as the window is drawn and idle. */
export function fetchPages(
  { place, stage }: Pick<WindowState, "place" | "stage">,
  places: readonly PlaceEntry[],
): void {
  const first = pageOf(place.store.getState().place);
  places.find(({ name }) => name === first)?.code?.fetchAhead();
  const stop = stage.store.subscribe((now) => {
    if (now.stage !== "window") return;
    stop();
    for (const { code } of places) whenIdle(() => code?.fetchAhead());
  });
}

/** A page that is being hidden or drawn without end is never idle. */
const longestWaitMs = 2000;

function whenIdle(run: () => void): void {
  // Safari has none.
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: longestWaitMs });
  else setTimeout(run, longestWaitMs);
}
