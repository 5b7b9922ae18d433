import type { Row } from "./turns.ts";

/** The messages that a row shows the words of. */
export function idsOf(row: Row): readonly string[] {
  if (row.kind !== "perch") return [row.id];
  return row.pieces.flatMap((piece) => (piece.kind === "text" ? [piece.id] : []));
}

export function rowIndexOf(rows: readonly Row[], messageId: string): number {
  return rows.findIndex((row) => idsOf(row).includes(messageId));
}

export function rowElement(viewport: HTMLElement, row: Row): HTMLElement | null {
  return viewport.querySelector(`[data-row="${CSS.escape(row.id)}"]`);
}

/** Frames in which a row that was scrolled to is drawn and measured. */
const mostFrames = 20;

/** Scrolls until what is wanted stands still in sight. */
export function bringIntoSight(viewport: HTMLElement, rangeOf: () => Range | null): void {
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
