import { type RefObject, useEffect, useRef } from "react";
import type { VirtualizerHandle } from "virtua";
import { usePick, useWindow } from "../../state/context.ts";
import type { FindState, Hit } from "../../state/find.ts";
import { findRanges } from "../../ui/find-ranges.ts";
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
    const index = hit === undefined ? -1 : rowIndexOf(now.rows, hit);
    const element = viewport.current;
    if (hit === undefined || index < 0 || element === null) return;
    now.leaveEnd();
    list.current?.scrollToIndex(index, { align: "center" });
    bringIntoSight(element, () => currentRange(element, latest.current.found, latest.current.rows));
  }, [viewport, list, wanted]);
}

const all = "found";
const current = "found-current";

function idsOf(row: Row): readonly string[] {
  if (row.kind !== "perch") return [row.id];
  return row.pieces.flatMap((piece) => (piece.kind === "text" ? [piece.id] : []));
}

function rowIndexOf(rows: readonly Row[], { messageId }: Hit): number {
  return rows.findIndex((row) => idsOf(row).includes(messageId));
}

function rowElement(viewport: HTMLElement, row: Row): HTMLElement | null {
  return viewport.querySelector(`[data-row="${CSS.escape(row.id)}"]`);
}

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
  const row = hit === undefined ? undefined : rows[rowIndexOf(rows, hit)];
  const element = row === undefined ? null : rowElement(viewport, row);
  if (row === undefined || element === null) return null;
  const ids = idsOf(row);
  const before = hits.slice(0, at).filter(({ messageId }) => ids.includes(messageId)).length;
  const ranges = findRanges(element, query);
  return ranges[before] ?? ranges.at(-1) ?? null;
}

/** Frames in which a row that was scrolled to is drawn and measured. */
const mostFrames = 20;

function bringIntoSight(viewport: HTMLElement, rangeOf: () => Range | null): void {
  let seen = 0;
  let still = 0;
  const look = (): void => {
    const box = rangeOf()?.getBoundingClientRect();
    const edge = viewport.getBoundingClientRect();
    if (box !== undefined) {
      const off = box.top + box.height / 2 - (edge.top + edge.height / 2);
      const isInSight = box.top > edge.top + 60 && box.bottom < edge.bottom - 60;
      if (!isInSight) viewport.scrollTop += off;
      still = isInSight ? still + 1 : 0;
    }
    seen += 1;
    if (still < 3 && seen < mostFrames) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
