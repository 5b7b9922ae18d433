import { type RefObject, useEffect, useRef } from "react";

interface FocusRequest {
  /** Another value than before asks for the focus. */
  readonly asked: string | number;
  /** Also as it is drawn first. */
  readonly atFirst: boolean;
}

/** Takes the focus each time that somebody asks for it. */
export function useFocus(element: RefObject<HTMLElement | null>, { asked, atFirst }: FocusRequest): void {
  const obeyed = useRef(atFirst ? null : asked);
  useEffect(() => {
    if (obeyed.current === asked) return;
    obeyed.current = asked;
    element.current?.focus();
  }, [element, asked]);
}
