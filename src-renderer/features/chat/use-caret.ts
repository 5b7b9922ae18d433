import { type RefObject, useLayoutEffect, useRef } from "react";

interface CaretRequest {
  /** Another value than before puts the caret there. */
  readonly asked: number;
  readonly caret: number;
}

/** Puts the caret behind words that came from elsewhere than the keys. */
export function useCaret(area: RefObject<HTMLTextAreaElement | null>, { asked, caret }: CaretRequest): void {
  const obeyed = useRef(asked);
  useLayoutEffect(() => {
    if (obeyed.current === asked) return;
    obeyed.current = asked;
    area.current?.setSelectionRange(caret, caret);
  }, [area, asked, caret]);
}
