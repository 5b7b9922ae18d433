import en from "../resources/locales/en.json" with { type: "json" };
import type { AgentKey } from "../src-preload/contract/word-sides.ts";

export type TextKey = AgentKey<keyof typeof en>;

export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(en, key);
}

/** A sentence of the catalogue with its `{names}` filled in. An unknown name is left as it is, so that it is seen. */
export function text(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return en[key].replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}
