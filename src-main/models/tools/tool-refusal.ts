import type { ModelError, ToolOffer } from "../model.ts";

/** What a refused request says about the tools that it carried. */
export type ToolRefusal =
  /** This one is not taken. */
  | { readonly kind: "tool"; readonly name: string }
  /** No more than so many are. */
  | { readonly kind: "count"; readonly most: number }
  /** No description may be longer than so many characters. */
  | { readonly kind: "description"; readonly most: number };

const aboutTools = /\b(?:tools?|functions?|function_?declarations?|input_schema|schema)\b/i;
const tooMany = [
  /['"`]?tools['"`]?: array too long.{0,80}?maximum length (\d+)/is,
  /(?:at most|maximum (?:of|number of tools is)|no more than|up to|limit of) (\d+) (?:tools|functions|function declarations)/i,
  /maximum number of (?:tools|functions|function declarations)\D{0,20}(\d+)/i,
  /(?:tools|functions|function declarations)\D{0,60}(?:at most|maximum(?: of)?|no more than|limit(?: of| is)?) (\d+)/i,
];
const longDescription = /description['"`]?: string too long.{0,120}?maximum length (\d+)/is;

/** Where a place in the list is named: `tools[3].function…`, `tools.3.custom…`, `function_declarations[14]`. */
const places = [
  /function_?declarations\[(\d+)\]/i,
  /\btools\[(\d+)\]\.(?!function_?declarations)/i,
  /\btools\.(\d+)\b/i,
  /\bfunctions\[(\d+)\]/i,
];

/** Null where the refusal has nothing to do with tools, or does not say with which. */
export function readToolRefusal({ kind, reason = "" }: ModelError, sent: readonly ToolOffer[]): ToolRefusal | null {
  if (kind !== "bad_request" && kind !== "too_large") return null;
  if (!aboutTools.test(reason)) return null;
  const most = tooMany.map((sign) => numberIn(sign, reason)).find((number) => number !== null);
  if (most !== undefined && most !== null && most > 0 && most < sent.length) return { kind: "count", most };
  const chars = numberIn(longDescription, reason);
  if (chars !== null && sent.some(({ description }) => description.length > chars)) {
    return { kind: "description", most: chars };
  }
  const name = namedIn(reason, sent) ?? placedIn(reason, sent);
  return name === null ? null : { kind: "tool", name };
}

function numberIn(sign: RegExp, reason: string): number | null {
  const found = sign.exec(reason)?.[1];
  return found === undefined ? null : Number(found);
}

/** Of names that lie in each other the longest is meant. */
function namedIn(reason: string, sent: readonly ToolOffer[]): string | null {
  const named = sent.filter(({ name }) => new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`).test(reason));
  // A word like `grep` or `exec` may stand in any sentence: only in quotes is it a name.
  const sure = named.filter(
    ({ name }) => name.includes("_") || new RegExp(`['"\`]${escaped(name)}['"\`]`).test(reason),
  );
  return sure.toSorted((a, b) => b.name.length - a.name.length)[0]?.name ?? null;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function placedIn(reason: string, sent: readonly ToolOffer[]): string | null {
  const index = places.map((sign) => numberIn(sign, reason)).find((number) => number !== null);
  return index === undefined || index === null ? null : (sent[index]?.name ?? null);
}
