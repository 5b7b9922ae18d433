import en from "../../resources/locales/en.json" with { type: "json" };

export type TextKey = keyof typeof en;

/** A sentence of the catalogue with its `{names}` filled in. */
export function text(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return en[key].replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}
