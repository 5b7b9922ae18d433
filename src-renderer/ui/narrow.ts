import { useSyncExternalStore } from "react";

/*
 * How much stands side by side. `app.module.css` lays it out by the same two widths; the page must know it besides, for a column
 * over the sheet is a dialog.
 */

/** No column beside the sheet: the list and the right column come over it. */
export const narrowMedia = "(width < 800px)";
/** One column beside the sheet at most. */
const mediumMedia = "(width <= 1000px)";

function useMatch(media: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(media);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => window.matchMedia(media).matches,
    () => false,
  );
}

export function useIsNarrow(): boolean {
  return useMatch(narrowMedia);
}

/** Whether the list stands beside the sheet, and not over it once it is asked for. */
export function useIsListBeside(hasRight: boolean): boolean {
  const isNarrow = useMatch(narrowMedia);
  const isMedium = useMatch(mediumMedia);
  return !isNarrow && !(isMedium && hasRight);
}
