import { type FocusEvent, type KeyboardEvent, type PointerEvent, useMemo, useRef, type WheelEvent } from "react";

/** A list goes on moving for so long after the wheel or the key that moved it, in milliseconds. */
const echoMs = 800;
const upKeys: ReadonlySet<string> = new Set(["ArrowUp", "PageUp", "Home"]);

/** Tells what moves a list upwards: the reader, or the list itself as its rows are measured. */
export function useHand() {
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const isHeld = useRef(false);
  return useMemo(() => {
    const moved = (): void => {
      lastAt.current = performance.now();
    };
    return {
      goesUp: (): boolean => isHeld.current || performance.now() - lastAt.current < echoMs,
      listeners: {
        onWheel(event: WheelEvent): void {
          if (event.deltaY < 0) moved();
        },
        onKeyDown(event: KeyboardEvent): void {
          if (upKeys.has(event.key) || (event.key === " " && event.shiftKey)) moved();
        },
        /** Whoever presses a button does not scroll; a scroll bar or a finger moves the list until it is let go. */
        onPointerDown(event: PointerEvent): void {
          if (event.target instanceof Element && event.target.closest("button, a, input") !== null) return;
          isHeld.current = true;
          const held = new AbortController();
          const letGo = (): void => {
            held.abort();
            isHeld.current = false;
            moved();
          };
          for (const end of ["pointerup", "pointercancel"]) {
            window.addEventListener(end, letGo, { signal: held.signal });
          }
        },
        /** Tab brings what it reaches into sight. */
        onFocus(event: FocusEvent): void {
          if (event.target.matches(":focus-visible")) moved();
        },
      },
    };
  }, []);
}
