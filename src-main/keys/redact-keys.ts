import { keyWord } from "../../src-preload/contract/settings.ts";
import { base64Forms, formsOfKey, keysAmong } from "./key-forms.ts";

/** Some keys in every form, made ready to be looked for often. */
export interface KeyPattern {
  /** The longest first. */
  readonly forms: readonly string[];
  /** The text with `[key]` in place of each key; the same text where there is none. */
  redact(text: string): string;
}

/**
 * Finds keys as they are written, URL-encoded, in hex, and in base64, also where the encoded text holds more than the key
 * or is broken into lines; and the halves of long ones, which a text that was cut leaves.
 */
export function createKeyPattern(texts: Iterable<string>): KeyPattern {
  const keys = keysAmong(texts);
  if (keys.length === 0) return { forms: [], redact: (text) => text };
  // Of two that begin at one place the longer is the whole key.
  const forms = [...new Set(keys.flatMap(formsOfKey))].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(forms.map(escaped).join("|"), "g");
  const encoded = [...new Set(keys.flatMap(base64Forms))].toSorted((a, b) => b.length - a.length);
  const isEncoded = new RegExp(encoded.map(escaped).join("|"));

  /** A pattern that looks past the ends of lines is slow to make: only where it will find something. */
  function overLines(text: string): string {
    if (!/[A-Za-z0-9+/_-]\r?\n[A-Za-z0-9+/_-]/.test(text)) return text;
    const joined = text.replace(/[\r\n]+/g, "");
    if (!isEncoded.test(joined)) return text;
    const broken = encoded.filter((form) => joined.includes(form));
    return broken.reduce((rest, form) => rest.replace(new RegExp(brokenForm(form), "g"), keyWord), text);
  }

  return { forms, redact: (text) => (text.length < 8 ? text : overLines(text.replace(pattern, keyWord))) };
}

/** For a few texts; a pattern is for many. */
export function redactKeys(text: string, keys: readonly string[]): string {
  return createKeyPattern(keys).redact(text);
}

function escaped(form: string): string {
  return form.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function brokenForm(form: string): string {
  return [...form].map(escaped).join("(?:\\r?\\n)?");
}
