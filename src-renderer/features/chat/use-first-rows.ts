import { useEffect, useRef, useState } from "react";

/** A chat that opens with no more rows than these draws them at once; they are more than the highest window shows. */
const mostAtOnce = 40;
/** Of a longer one so many rows at its end, where it opens. */
const measuredFirst = 6;

const none: readonly number[] = [];

interface FirstRows {
  /** Rows from the first one on that are drawn before the list knows how much of it is in sight. */
  readonly atOnce: number;
  /** Rows that are drawn whether the list finds them in sight or not. */
  readonly kept: readonly number[];
}

/**
 * What the list of a chat draws when it opens. Left to itself it draws nothing until it has measured where it stands, and
 * measures its rows after that: two more rounds before the first word.
 */
export function useFirstRows(count: number, hasEarlier: boolean): FirstRows {
  const isDrawn = useRef(false);
  useEffect(() => {
    isDrawn.current = true;
  }, []);
  const [first] = useState((): FirstRows => {
    if (!hasEarlier && count <= mostAtOnce) return { atOnce: mostAtOnce, kept: none };
    const from = Math.max(0, count - measuredFirst);
    return { atOnce: 0, kept: Array.from({ length: count - from }, (_, index) => from + index) };
  });
  return isDrawn.current ? { ...first, kept: none } : first;
}
