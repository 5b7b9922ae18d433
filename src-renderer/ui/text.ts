import en from "../../resources/locales/en.json" with { type: "json" };
import { revealWords } from "../../src-preload/contract/reveal-controls.ts";

export type TextKey = keyof typeof en;

/** A sentence of the catalogue with its `{names}` filled in; what others wrote can hide nothing in it. */
export function text(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return en[key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? revealWords(String(values[name])) : whole,
  );
}
