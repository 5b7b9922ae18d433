import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { foldedSign } from "./match.ts";
import { type NamedRows, namedKey, nextKey } from "./next-row.ts";

interface RovingOptions extends NamedRows {
  /** Where Tab comes in first; the first one where it is not there. */
  readonly preferred: string | null;
  /** Brings it into sight, where not all are drawn. */
  readonly scrollTo?: (key: string) => void;
}

/** Letters within this belong to one name, in milliseconds. */
const typingMs = 700;

/** A row that was just drawn is hidden until it is measured, for so many frames at most. */
const framesHidden = 10;

function takeFocus(row: HTMLElement, frames: number): void {
  row.focus({ preventScroll: true });
  if (document.activeElement !== row && frames > 0) requestAnimationFrame(() => takeFocus(row, frames - 1));
}

/**
 * A list with one Tab stop: arrows, Home and End go from row to row, and letters to the next row with such a name. Rows have
 * `data-key`, and `tabIndex` 0 for the one that is `stop`.
 */
export function useRoving(list: RefObject<HTMLElement | null>, options: RovingOptions) {
  const { keys, preferred, scrollTo } = options;
  const [last, setLast] = useState<string | null>(null);
  const typing = useRef({ words: "", at: 0 });
  const wanted = useRef<string | null>(null);
  const isThere = (key: string | null): key is string => key !== null && keys.includes(key);
  const stop = isThere(last) ? last : isThere(preferred) ? preferred : (keys[0] ?? null);

  // A row that was out of sight is drawn first.
  useEffect(() => {
    if (wanted.current === null) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted.current)}"]`);
    if (row == null) return;
    wanted.current = null;
    takeFocus(row, framesHidden);
  });

  const focus = (key: string): void => {
    wanted.current = key;
    setLast(key);
    scrollTo?.(key);
    const row = list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    row?.focus({ preventScroll: scrollTo !== undefined });
    if (row != null) wanted.current = null;
  };

  const typedKey = ({ key, timeStamp }: KeyboardEvent): string | null => {
    const now = typing.current;
    const words = timeStamp - now.at < typingMs ? now.words : "";
    if (key.length !== 1 || (key === " " && words === "")) return null;
    typing.current = { words: words + foldedSign(key), at: timeStamp };
    return namedKey(options, stop, typing.current.words);
  };

  return {
    stop,
    focus,
    onFocus({ target }: FocusEvent): void {
      const key = target instanceof HTMLElement ? target.dataset["key"] : undefined;
      if (key !== undefined && key !== last) setLast(key);
    },
    /** Where a key leads, which has the focus then; null where it is none of the list's. */
    onKeyDown(event: KeyboardEvent): string | null {
      if (event.altKey || event.ctrlKey || event.metaKey) return null;
      const found = nextKey(keys, stop, event.key) ?? (event.shiftKey ? null : typedKey(event));
      if (found === null) return null;
      event.preventDefault();
      focus(found);
      return found;
    },
  };
}
