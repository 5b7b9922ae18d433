import { type RefObject, useEffect, useRef } from "react";
import type { VirtualizerHandle } from "virtua";
import { usePick, useWindow } from "../../state/context.ts";
import { findRanges } from "../../ui/find-ranges.ts";
import { bringIntoSight, rowElement, rowIndexOf } from "./found-rows.ts";
import type { Row } from "./turns.ts";

interface Drawn {
  readonly viewport: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly rows: readonly Row[];
  /** The reader leaves the end: what comes is not followed. */
  readonly leaveEnd: () => void;
}

const highlight = "found-current";

/** Brings the message that was gone to into sight, with its words marked and the focus on it. */
export function useSoughtMessage({ viewport, list, rows, leaveEnd }: Drawn): void {
  const { soughtMessage } = useWindow();
  const sought = usePick(soughtMessage.store, (state) => state);
  const latest = useRef({ rows, leaveEnd });
  latest.current = { rows, leaveEnd };

  useEffect(() => {
    const element = viewport.current;
    if (sought.kind !== "shown" || element === null) return;
    const index = rowIndexOf(latest.current.rows, sought.hit.messageId);
    const row = latest.current.rows[index];
    if (row === undefined) return;
    latest.current.leaveEnd();
    list.current?.scrollToIndex(index, { align: "center" });
    let focused: HTMLElement | null = null;
    let isOver = false;
    bringIntoSight(element, () => {
      const drawn = rowElement(element, row);
      if (drawn === null || isOver) return null;
      const ranges = sought.words.flatMap((word) => findRanges(drawn, word));
      CSS.highlights?.set(highlight, new Highlight(...ranges));
      focused = drawn;
      // A row that is not measured yet is hidden, and takes no focus.
      if (!drawn.contains(document.activeElement)) {
        drawn.tabIndex = -1;
        drawn.focus({ preventScroll: true });
      }
      return ranges.toSorted((a, b) => a.compareBoundaryPoints(Range.START_TO_START, b))[0] ?? wholeOf(drawn);
    });
    return () => {
      isOver = true;
      CSS.highlights?.delete(highlight);
      focused?.removeAttribute("tabindex");
    };
  }, [viewport, list, sought]);
}

function wholeOf(element: HTMLElement): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  range.collapse(true);
  return range;
}
