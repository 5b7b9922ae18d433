import { type RefObject, useLayoutEffect, useRef } from "react";
import { useWindow } from "../../state/context.ts";

/**
 * What was put into the text leaves the caret behind itself, also in the middle. Another `asked` than before puts it there; a
 * field that is drawn anew has it behind what stands there.
 */
export function useCaret(area: RefObject<HTMLTextAreaElement | null>, asked: number): void {
  const { composer } = useWindow();
  const obeyed = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (obeyed.current === asked) return;
    const isFirst = obeyed.current === null;
    obeyed.current = asked;
    const caret = isFirst ? (area.current?.value.length ?? 0) : composer.store.getState().caretAsked;
    area.current?.setSelectionRange(caret, caret);
  }, [area, composer, asked]);
}
