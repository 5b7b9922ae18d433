import { modelChoicePart } from "./features/chat/later-model-choice.tsx";
import { seldomPart } from "./features/chat/seldom.tsx";
import type { PlaceEntry } from "./places.tsx";
import { pageOf } from "./state/place.ts";
import type { WindowState } from "./state/window-state.ts";

type Followed = Pick<WindowState, "place" | "stage" | "preferences">;

/** What the page in the address shows is fetched at once, everything else once the window is drawn and idle. */
export function fetchPages({ place, stage, preferences }: Followed, places: readonly PlaceEntry[]): void {
  const name = pageOf(place.store.getState().place);
  const first = places.find((entry) => entry.name === name);
  void first?.code?.fetchAhead();
  if (first?.rightColumn != null && preferences.getState()[first.rightColumn]) void first.besideCode?.fetchAhead();
  const stop = stage.store.subscribe((now) => {
    if (now.stage !== "window") return;
    stop();
    setTimeout(() => {
      // First what a chat shows once its agent is away, when no code can be fetched.
      whenIdle(seldomPart.fetchAhead);
      whenIdle(modelChoicePart.fetchAhead);
      for (const { code, besideCode } of places) {
        for (const part of [besideCode, code]) if (part !== null) whenIdle(part.fetchAhead);
      }
    }, settledMs);
  });
}

/** So long a window that has just been drawn is left to its first words, which fetching would hold up by a third. */
const settledMs = 1500;
/** Whatever else the page does: what is fetched late is waited for when it is gone to. */
const longestWaitMs = 2000;

function whenIdle(fetchAhead: () => Promise<void>): void {
  const run = (): void => void fetchAhead();
  // Safari has none.
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: longestWaitMs });
  else setTimeout(run, longestWaitMs);
}
