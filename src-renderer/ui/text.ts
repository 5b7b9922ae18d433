import en from "../../resources/locales/en.json" with { type: "json" };
import { revealWords } from "../../src-preload/contract/reveal-controls.ts";
import type { PageKey } from "../../src-preload/contract/word-sides.ts";

export type TextKey = PageKey<keyof typeof en>;

type Values = Readonly<Record<string, string | number>>;

let later: Readonly<Record<string, string>> = {};

/** Sentences that come with a later part of the window. */
export function addSentences(sentences: Readonly<Record<string, string>>): void {
  later = { ...later, ...sentences };
}

function sentenceOf(key: TextKey): string {
  return en[key] ?? later[key] ?? key;
}

export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(en, key);
}

/** A sentence of the catalogue with its `{names}` filled in; what others wrote can hide nothing in it. */
export function text(key: TextKey, values: Values = {}): string {
  return filled(sentenceOf(key), values);
}

/** What a sentence says before and after one of its names, for a name that is drawn by itself. */
export function textAround(key: TextKey, name: string, values: Values = {}): readonly [string, string] {
  const [before = "", after = ""] = sentenceOf(key).split(`{${name}}`);
  return [filled(before, values).trim(), filled(after, values).trim()];
}

function filled(sentence: string, values: Values): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? revealWords(String(values[name])) : whole,
  );
}
