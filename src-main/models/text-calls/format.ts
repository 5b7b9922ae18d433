import type { JsonObject } from "../json.ts";

/** A call as a model wrote it into its text. */
export interface WrittenCall {
  readonly name: string;
  /** `values`: as they stand; `texts`: they get their type from the schema. */
  readonly kind: "values" | "texts";
  readonly arguments: JsonObject;
}

export interface WrittenCalls {
  readonly calls: readonly WrittenCall[];
  /** The index after the markup. */
  readonly end: number;
}

/** One way in which models write calls. */
export interface TextCallFormat {
  /** Words that open the markup. While text streams in, nothing from the first of them on is shown. */
  readonly openers: readonly string[];
  /** Reads the markup whose opener stands at `at`: all of it, or null when a part of it is not whole or not of this format. */
  read(text: string, at: number): WrittenCalls | null;
}

/** The index after white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}
