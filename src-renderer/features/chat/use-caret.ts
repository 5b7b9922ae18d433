import { type RefObject, useLayoutEffect, useRef } from "react";
import { useWindow } from "../../state/context.ts";

/** What was put into the text leaves the caret behind itself, also in the middle. Another `asked` than before puts it there. */
export function useCaret(area: RefObject<HTMLTextAreaElement | null>, asked: number): void {
  const { composer } = useWindow();
  const obeyed = useRef(asked);
  useLayoutEffect(() => {
    if (obeyed.current === asked) return;
    obeyed.current = asked;
    const { caret } = composer.store.getState();
    area.current?.setSelectionRange(caret, caret);
  }, [area, composer, asked]);
}
