import { foldedSign } from "./match.ts";

/** Rows of a list by their keys, in the order in which they stand. */
export interface NamedRows {
  readonly keys: readonly string[];
  /** What letters find it by. */
  readonly nameOf: (key: string) => string;
}

/** Where the keys lead from one of many, or null where a key is none of these. */
export function nextKey(keys: readonly string[], at: string | null, key: string): string | null {
  const index = at === null ? -1 : keys.indexOf(at);
  switch (key) {
    case "ArrowDown":
      return keys[Math.min(index + 1, keys.length - 1)] ?? null;
    case "ArrowUp":
      return keys[Math.max(index - 1, 0)] ?? null;
    case "Home":
      return keys[0] ?? null;
    case "End":
      return keys.at(-1) ?? null;
    default:
      return null;
  }
}

/** The next one behind this whose name begins with what was typed; the same letter again goes on to the next. */
export function namedKey({ keys, nameOf }: NamedRows, at: string | null, typed: string): string | null {
  const isOneLetter = [...typed].every((sign) => sign === typed.charAt(0));
  const wanted = isOneLetter ? typed.charAt(0) : typed;
  const index = Math.max(0, at === null ? 0 : keys.indexOf(at));
  const from = isOneLetter && at !== null ? index + 1 : index;
  const round = [...keys.slice(from), ...keys.slice(0, from)];
  return round.find((key) => folded(nameOf(key)).startsWith(wanted)) ?? null;
}

function folded(name: string): string {
  return [...name.slice(0, 100).trimStart()].map(foldedSign).join("");
}
