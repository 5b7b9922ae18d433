import { keyWord } from "../../src-preload/contract/settings.ts";
import type { KeyPattern } from "./redact-keys.ts";

/** A text that comes in pieces, without keys; also without one that two pieces share. */
export interface KeyStream {
  push(piece: string): void;
  /** Tells what was held back. */
  end(): void;
}

/**
 * Holds back at most as much as could begin a key, so at most a key's longest form. `pattern` is asked for each piece:
 * keys may become known meanwhile.
 */
export function createKeyStream(pattern: () => KeyPattern, tell: (text: string) => void): KeyStream {
  let held = "";
  let index: FormIndex | null = null;

  function indexed(): FormIndex | null {
    const { forms } = pattern();
    if (forms.length === 0) return null;
    if (index?.forms !== forms) index = { forms, byStart: byFirstUnit(forms) };
    return index;
  }

  return {
    push(piece) {
      const known = indexed();
      // An empty piece says that something began.
      if (piece === "" || (known === null && held === "")) {
        tell(piece);
        return;
      }
      const read = readPiece(held + piece, known);
      held = read.held;
      if (read.told !== "") tell(read.told);
    },
    end() {
      const rest = held;
      held = "";
      // Half of a key may be left of it.
      if (rest !== "") tell(pattern().redact(rest));
    },
  };
}

interface FormIndex {
  readonly forms: readonly string[];
  /** By the first UTF-16 unit; each list the longest first. */
  readonly byStart: ReadonlyMap<number, readonly string[]>;
}

function byFirstUnit(forms: readonly string[]): ReadonlyMap<number, readonly string[]> {
  return Map.groupBy(forms, (form) => form.charCodeAt(0));
}

type Found = { readonly kind: "open" } | { readonly kind: "key"; readonly length: number } | null;

function readPiece(text: string, index: FormIndex | null): { readonly told: string; readonly held: string } {
  if (index === null) return { told: text, held: "" };
  let told = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const found = findAt(text, at, index);
    if (found === null) continue;
    told += text.slice(from, at);
    if (found.kind === "open") return { told, held: text.slice(at) };
    told += keyWord;
    from = at + found.length;
    at = from - 1;
  }
  return { told: told + text.slice(from), held: "" };
}

/** What begins here: a key, or what may still become a longer one. */
function findAt(text: string, at: number, { byStart }: FormIndex): Found {
  const candidates = byStart.get(text.charCodeAt(at));
  if (candidates === undefined) return null;
  const left = text.length - at;
  const second = text.charCodeAt(at + 1);
  for (const form of candidates) {
    if (left > 1 && form.charCodeAt(1) !== second) continue;
    if (form.length > left) {
      if (form.startsWith(text.slice(at))) return { kind: "open" };
    } else if (text.startsWith(form, at)) return { kind: "key", length: form.length };
  }
  return null;
}
