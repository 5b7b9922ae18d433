import { type RefObject, useEffect, useRef } from "react";
import type { VirtualizerHandle } from "virtua";
import { usePick, useWindow } from "../../state/context.ts";
import type { FindState } from "../../state/find.ts";
import { findRanges } from "../../ui/find-ranges.ts";
import { bringIntoSight, idsOf, rowElement, rowIndexOf } from "./found-rows.ts";
import type { Row } from "./turns.ts";

interface Marked {
  readonly viewport: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly rows: readonly Row[];
  /** The reader leaves the end: what comes is not followed. */
  readonly leaveEnd: () => void;
}

/** Marks what was looked for in the rows that are drawn, and brings the one that is shown into sight. */
export function useFoundMarks({ viewport, list, rows, leaveEnd }: Marked): void {
  const found = usePick(useWindow().find.store, (state) => state);
  const latest = useRef({ found, rows, leaveEnd });
  latest.current = { found, rows, leaveEnd };

  useEffect(() => {
    const element = viewport.current;
    if (element === null || !found.isOpen || found.hits.length === 0) return;
    const mark = (): void => markRows(element, found, latest.current.rows);
    mark();
    // Rows come and go as the list is scrolled, and grow as they are written.
    let frame = 0;
    const watching = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(mark);
    });
    watching.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      watching.disconnect();
      cancelAnimationFrame(frame);
      for (const name of [all, current]) CSS.highlights?.delete(name);
    };
  }, [viewport, found]);

  const { wanted } = found;
  const shown = useRef(wanted);
  useEffect(() => {
    if (shown.current === wanted) return;
    shown.current = wanted;
    const now = latest.current;
    const hit = now.found.hits[now.found.at];
    const index = hit === undefined ? -1 : rowIndexOf(now.rows, hit.messageId);
    const element = viewport.current;
    if (hit === undefined || index < 0 || element === null) return;
    now.leaveEnd();
    list.current?.scrollToIndex(index, { align: "center" });
    bringIntoSight(element, () => currentRange(element, latest.current.found, latest.current.rows));
  }, [viewport, list, wanted]);
}

const all = "found";
const current = "found-current";

function markRows(viewport: HTMLElement, found: FindState, rows: readonly Row[]): void {
  if (CSS.highlights === undefined) return;
  const drawn = [...viewport.querySelectorAll<HTMLElement>("[data-row]")];
  CSS.highlights.set(all, new Highlight(...drawn.flatMap((element) => findRanges(element, found.query))));
  const range = currentRange(viewport, found, rows);
  const mark = new Highlight(...(range === null ? [] : [range]));
  mark.priority = 1;
  CSS.highlights.set(current, mark);
}

/** The place in the row as it is drawn; the last one there where fewer are drawn than were found. */
function currentRange(viewport: HTMLElement, { query, hits, at }: FindState, rows: readonly Row[]): Range | null {
  const hit = hits[at];
  const row = hit === undefined ? undefined : rows[rowIndexOf(rows, hit.messageId)];
  const element = row === undefined ? null : rowElement(viewport, row);
  if (row === undefined || element === null) return null;
  const ids = idsOf(row);
  const before = hits.slice(0, at).filter(({ messageId }) => ids.includes(messageId)).length;
  const ranges = findRanges(element, query);
  return ranges[before] ?? ranges.at(-1) ?? null;
}
