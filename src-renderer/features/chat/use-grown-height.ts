import { type RefObject, useLayoutEffect } from "react";

const maxRows = 12;
const lineHeight = 24;

/** A field is as high as what stands in it, up to some lines. */
export function useGrownHeight(area: RefObject<HTMLTextAreaElement | null>, words: string): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    element.style.height = "auto";
    const wanted = words === "" ? lineHeight : element.scrollHeight;
    element.style.height = `${Math.min(wanted, maxRows * lineHeight)}px`;
  }, [area, words]);
}
