import { useEffect, useRef } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { pageOf } from "../../state/place.ts";
import { focusHeading, keepFocus } from "../../ui/focus-back.ts";

/** The focus is never nowhere. */
export function useKeptFocus(): void {
  useEffect(() => keepFocus(), []);
}

/** A page that is come to takes the focus, at its heading where nothing in the page wants it first. It stands behind the page. */
export function PageFocus(): null {
  const { place } = useWindow();
  const page = usePick(place.store, (now) => pageOf(now.place));
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const isTaken = document.activeElement?.closest("main, [role=dialog]") != null;
    if (!isTaken) focusHeading();
  }, [page]);
  return null;
}
