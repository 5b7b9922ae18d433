import { type RefObject, useLayoutEffect } from "react";

const maxRows = 12;
const lineHeight = 24;
/** So many characters fill all lines in the widest column; to measure more of them holds up each key. */
const fullChars = 10_000;

/** A field is as high as what stands in it, up to some lines. */
export function useGrownHeight(area: RefObject<HTMLTextAreaElement | null>, words: string): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    const full = maxRows * lineHeight;
    if (words.length < fullChars) element.style.height = "auto";
    const wanted = words === "" ? lineHeight : words.length < fullChars ? element.scrollHeight : full;
    element.style.height = `${Math.min(wanted, full)}px`;
  }, [area, words]);
}
