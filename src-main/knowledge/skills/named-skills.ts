import { callableName } from "./callable-name.ts";

/** Skills that one message brings along. */
const mostNamed = 5;
const atBeginning = /^\/(\S+)/;
/** A dollar sign that begins a word, and no variable in braces or behind an escape. */
const withinText = /(?<![\p{L}\p{N}_$\\/])\$([\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*)/gu;

/** Names by which a message may call skills: `/name` at its beginning, `$name` within it; each once, in their order. */
export function namesIn(message: string): readonly string[] {
  const written = [
    ...(atBeginning.exec(message)?.slice(1) ?? []),
    ...[...message.matchAll(withinText)].map((found) => found[1] ?? ""),
  ];
  const names = written.map((name) => callableName(name.replace(/[^\p{L}\p{M}\p{N}_]+$/u, "")));
  return [...new Set(names)].filter((name) => name !== null);
}

/** The names that are those of a skill, as many as one message may bring along. */
export function namedAmong<Value>(message: string, known: ReadonlyMap<string, Value>): readonly Value[] {
  return namesIn(message)
    .flatMap((name) => {
      const found = known.get(name);
      return found === undefined ? [] : [found];
    })
    .slice(0, mostNamed);
}
