import { type RefObject, useEffect, useRef } from "react";
import type { VirtualizerHandle } from "virtua";
import { usePick, useWindow } from "../../state/context.ts";
import type { Row } from "./turns.ts";

/** Brings the turn of the step that is sought into sight. */
export function useSoughtRow(list: RefObject<VirtualizerHandle | null>, rows: readonly Row[]): void {
  const { callId, asked } = usePick(useWindow().soughtStep.store, (state) => state);
  const now = useRef(rows);
  now.current = rows;
  const seen = useRef(asked);
  useEffect(() => {
    if (callId === null || seen.current === asked) return;
    seen.current = asked;
    const index = now.current.findIndex(
      (row) =>
        row.kind === "perch" &&
        row.pieces.some((piece) => piece.kind === "steps" && piece.steps.some((step) => step.callId === callId)),
    );
    if (index !== -1) list.current?.scrollToIndex(index, { align: "nearest" });
  }, [list, callId, asked]);
}

/** Brings the row of the step that is sought into sight, open and with the focus. */
export function useSought(row: RefObject<HTMLElement | null>, callId: string, onOpen: () => void): void {
  const sought = usePick(useWindow().soughtStep.store, (state) => (state.callId === callId ? state.asked : 0));
  const open = useRef(onOpen);
  open.current = onOpen;
  const seen = useRef(0);
  useEffect(() => {
    if (sought === 0 || sought === seen.current) return;
    seen.current = sought;
    open.current();
    row.current?.scrollIntoView({ block: "nearest" });
    row.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [row, sought]);
}
