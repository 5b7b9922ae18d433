import { type FocusEvent, type KeyboardEvent, type PointerEvent, useMemo, useRef, type WheelEvent } from "react";

/** A list goes on moving for so long after the wheel or the key that moved it, in milliseconds. */
const echoMs = 800;
const upKeys: ReadonlySet<string> = new Set(["ArrowUp", "PageUp", "Home"]);
const controls = "button, a, input, summary";
const openers = "[aria-expanded], summary";
const pointerEnds = ["pointerup", "pointercancel", "blur"];
const touchEnds = ["touchend", "touchcancel", "blur"];

interface Press {
  readonly isOpener: boolean;
}

/**
 * Tells what moves a list upwards: the reader, or the list itself as its rows are measured; and whether the reader has a
 * hand on a control in it, which must not move away. `onLetGo` is called when what the control did is drawn: `isOpener`
 * where it opens or closes something in the list.
 */
export function useHand(onLetGo: (isOpener: boolean) => void) {
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const isHeld = useRef(false);
  const pressed = useRef<Press | null>(null);
  const letGo = useRef(onLetGo);
  letGo.current = onLetGo;
  return useMemo(() => {
    const moved = (): void => {
      lastAt.current = performance.now();
    };
    /** From now until one of these events of the window, and what it does is drawn. */
    const press = (control: Element, list: Element, ends: readonly string[]): void => {
      const own: Press = { isOpener: control.matches(openers) };
      const hold = holdOf(control, list, own);
      pressed.current = own;
      once(ends, () =>
        whenStill(list, hold, () => {
          // Pressed again meanwhile.
          if (pressed.current !== own) return;
          pressed.current = null;
          letGo.current(own.isOpener);
        }),
      );
    };
    return {
      goesUp: (): boolean => isHeld.current || performance.now() - lastAt.current < echoMs,
      isPressing: (): boolean => pressed.current !== null,
      listeners: {
        onWheel(event: WheelEvent): void {
          if (event.deltaY < 0) moved();
        },
        onKeyDown(event: KeyboardEvent): void {
          if (upKeys.has(event.key) || (event.key === " " && event.shiftKey)) moved();
          const opener = event.key === "Enter" || event.key === " " ? closest(event.target, openers) : null;
          // Space acts when it is let go.
          if (opener !== null) press(opener, event.currentTarget, ["keyup", "blur"]);
        },
        /** Whoever presses a control does not scroll; a scroll bar or a finger moves the list until it is let go. */
        onPointerDown(event: PointerEvent): void {
          const control = closest(event.target, controls);
          if (control !== null) press(control, event.currentTarget, pointerEnds);
          // A finger that scrolls may have begun on a control; its pointer is cancelled then, not lifted.
          const isTouch = event.pointerType === "touch";
          if (control !== null && !isTouch) return;
          isHeld.current = true;
          once(isTouch ? touchEnds : pointerEnds, () => {
            isHeld.current = false;
            moved();
          });
        },
        /** Tab brings what it reaches into sight. */
        onFocus(event: FocusEvent): void {
          if (event.target.matches(":focus-visible")) moved();
        },
      },
    };
  }, []);
}

/**
 * What opens may move the line that opens it; the line stays under the pointer. Where more of what is above it opens, that
 * begins where it began: the line goes down.
 */
function holdOf(control: Element, list: Element, { isOpener }: Press): () => void {
  const above = control.matches('[data-opens="above"][aria-expanded="false"]') ? control.previousElementSibling : null;
  const held = above ?? control;
  const { top } = held.getBoundingClientRect();
  return () => {
    const now = isOpener && held.isConnected ? held.getBoundingClientRect().top : top;
    if (now !== top) list.scrollTop += now - top;
  };
}

function closest(target: EventTarget, selector: string): Element | null {
  return target instanceof Element ? target.closest(selector) : null;
}

/** At the first of these events of the window. */
function once(types: readonly string[], done: () => void): void {
  const waiting = new AbortController();
  const come = (): void => {
    waiting.abort();
    done();
  };
  for (const type of types) window.addEventListener(type, come, { signal: waiting.signal });
}

/** A list is still when it keeps its height for so many frames; nobody waits longer than for `mostFrames`. */
const stillFrames = 3;
const mostFrames = 30;

/** When what a press did is drawn and measured. */
function whenStill(list: Element, eachFrame: () => void, done: () => void): void {
  let height = list.scrollHeight;
  let same = 0;
  let seen = 0;
  const look = (): void => {
    eachFrame();
    same = list.scrollHeight === height ? same + 1 : 0;
    height = list.scrollHeight;
    seen += 1;
    if (same === stillFrames || seen === mostFrames) done();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
