import { isPlainObject } from "../settings/merge-patch.ts";
import { keysAmong } from "./key-forms.ts";
import { createKeyStream, type KeyStream } from "./key-stream.ts";
import { createKeyPattern, type KeyPattern } from "./redact-keys.ts";

/**
 * Every key that this process has come to know. It only grows: a key that was replaced may still stand in a file that a
 * tool reads. What leaves the core (transcripts, logs, events, answers) goes through it.
 */
export interface KnownKeys {
  learn(texts: Iterable<string>): void;
  readonly list: readonly string[];
  /** The text with `[key]` in place of every key. */
  redact(text: string): string;
  /** The same for every text in a value of JSON's kinds; the very same value where there is no key. */
  redactAll<Value>(value: Value): Value;
  /** For a text that comes in pieces. */
  stream(tell: (text: string) => void): KeyStream;
}

export function createKnownKeys(): KnownKeys {
  let list: readonly string[] = [];
  let pattern: KeyPattern | null = null;
  const current = (): KeyPattern => {
    pattern ??= createKeyPattern(list);
    return pattern;
  };
  const redact = (text: string): string => (list.length === 0 ? text : current().redact(text));
  return {
    get list() {
      return list;
    },
    learn(texts) {
      const all = keysAmong([...list, ...texts]);
      if (all.length === list.length) return;
      list = all;
      pattern = null;
    },
    redact,
    // Texts stay texts and everything else stays as it is, which the type cannot tell of a walk over unknown values.
    redactAll: <Value>(value: Value) => (list.length === 0 ? value : (mapTexts(value, redact, 0) as Value)),
    stream: (tell) => createKeyStream(current, tell),
  };
}

/** What is nested deeper is gone through as JSON text, which takes no stack. */
const maxLevels = 200;

/** Values that hold no changed text are kept, so that nothing is copied for nothing. */
function mapTexts(value: unknown, change: (text: string) => string, level: number): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (level === maxLevels) return mapJson(value, change);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapTexts(item, change, level + 1));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isPlainObject(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Errors, dates and classes are not JSON's; a log writes their text, which it changes afterwards.
  if (prototype !== Object.prototype && prototype !== null) return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [key, change(key), mapTexts(item, change, level + 1)] as const,
  );
  const isSame = entries.every(([key, newKey, item]) => key === newKey && item === value[key]);
  return isSame ? value : Object.fromEntries(entries.map(([, key, item]) => [key, item]));
}

function mapJson(value: object, change: (text: string) => string): unknown {
  const text = JSON.stringify(value);
  const changed = change(text);
  return changed === text ? value : JSON.parse(changed);
}
