import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Row } from "./turns.ts";
import { useHand } from "./use-hand.ts";

/** So near to the end counts as being at it, in pixels. */
const nearEnd = 48;

interface FollowOptions {
  /** Its first rows are drawn in the first round: they are followed once they are laid out, and not laid out for that. */
  readonly isDrawnAtOnce: boolean;
}

/** Keeps the end of the transcript in sight while the reader is there; whoever goes up or opens something stays where they are. */
export function useFollow(
  viewport: RefObject<HTMLDivElement | null>,
  rows: readonly Row[],
  { isDrawnAtOnce }: FollowOptions,
) {
  const [atEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const last = useRef({ top: 0, height: 0 });

  const toEnd = (): void => {
    const element = viewport.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  };
  const hand = useHand((isOpener) => {
    if (isOpener) follows.current = pixelsBelow(viewport.current) < nearEnd;
    else follow();
    setAtEnd(pixelsBelow(viewport.current) < nearEnd);
  });
  const follow = (): void => {
    if (follows.current && !hand.isPressing()) toEnd();
  };

  // What the reader said brings them to the end, wherever they were.
  const said = rows.findLast((row) => row.kind === "user")?.id ?? null;
  useLayoutEffect(() => {
    if (said !== null) follows.current = true;
  }, [said]);
  const current = useRef(follow);
  current.current = follow;
  // What is new may change the height; the end stays in sight while the reader is there.
  const isFirst = useRef(isDrawnAtOnce);
  useLayoutEffect(() => {
    if (rows.length > 0 && !isFirst.current) current.current();
    isFirst.current = false;
  }, [rows]);
  useResize(viewport, current);

  return {
    atEnd,
    /** Rows were measured, in the frame that shows them. */
    onResize: follow,
    leaveEnd(): void {
      follows.current = false;
    },
    toEnd(): void {
      follows.current = true;
      toEnd();
    },
    listeners: {
      ...hand.listeners,
      onScroll(): void {
        const element = viewport.current;
        if (element === null) return;
        const { scrollTop: top, scrollHeight: height } = element;
        const below = pixelsBelow(element);
        // Rows that are measured or drawn anew move the list as well, and may leave it as high as it was: only a hand tells the reader.
        const wentUp = hand.goesUp() && top < last.current.top && below > 2;
        const isLaidOut = height !== last.current.height;
        last.current = { top, height };
        if (hand.isPressing()) return;
        const isEnd = below < nearEnd;
        if (wentUp) follows.current = false;
        else if (isEnd) follows.current = true;
        // What the list put out of sight by itself comes back at once, and with it the next such event.
        if (!wentUp && !isEnd && follows.current && isLaidOut) toEnd();
        else setAtEnd(isEnd);
      },
    },
  };
}

/** Follows what a list holds as it is measured anew. */
function useResize(viewport: RefObject<HTMLDivElement | null>, onResize: RefObject<() => void>): void {
  useEffect(() => {
    const element = viewport.current?.firstElementChild;
    if (!(element instanceof HTMLElement)) return;
    const observer = new ResizeObserver(() => onResize.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, [viewport, onResize]);
}

/** How much of a list is out of sight below. */
function pixelsBelow(element: HTMLElement | null): number {
  return element === null ? 0 : element.scrollHeight - element.scrollTop - element.clientHeight;
}
