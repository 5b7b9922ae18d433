import { useEffect, useRef } from "react";
import { isComposing } from "../../ui/keys.ts";

/** Escape anywhere in the window, while it is wanted. */
export function useEscape(isWanted: boolean, onEscape: () => void): void {
  const current = useRef(onEscape);
  current.current = onEscape;
  useEffect(() => {
    if (!isWanted) return;
    const onKey = (event: KeyboardEvent): void => {
      // A menu, a dialogue or a field takes it first.
      if (event.key !== "Escape" || event.defaultPrevented || isComposing(event)) return;
      if (event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      current.current();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isWanted]);
}
