/*
 * Keys in the shapes that providers use. None was ever real: each is made here from a seed, so that no scanner finds one
 * in the sources.
 */

const lower = "abcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";
const word = lower + lower.toUpperCase() + digits;
const hex = `${digits}abcdef`;

type Random = (alphabet: string, length: number) => string;

function createRandom(seed: number): Random {
  let state = (seed * 2654435761) % 2 ** 32 || 1;
  const next = (count: number): number => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * count);
  };
  return (alphabet, length) => Array.from({ length }, () => alphabet.charAt(next(alphabet.length))).join("");
}

const join = (...parts: readonly string[]): string => parts.join("");
const base64url = (text: string): string => Buffer.from(text).toString("base64url");

/** Shapes by name; a seed makes one of each. */
const keyShapes: Readonly<Record<string, (random: Random) => string>> = {
  openaiProject: (random) => join("sk", "-proj-", random(`${word}_-`, 74), random(word, 6)),
  openai: (random) => join("sk", "-", random(word, 48)),
  anthropic: (random) => join("sk", "-ant-", "api03-", random(`${word}_-`, 86), random(word, 8)),
  openrouter: (random) => join("sk", "-or-", "v1-", random(hex, 64)),
  groq: (random) => join("gsk", "_", random(word, 52)),
  google: (random) => join("AI", "za", random(`${word}_-`, 34), random(word, 1)),
  xai: (random) => join("xai", "-", random(word, 80)),
  aws: (random) => join("AK", "IA", random(word.toUpperCase(), 16), "/", random(`${word}+/`, 40)),
  github: (random) => join("gh", "p_", random(word, 36)),
  jwt: (random) =>
    join(base64url('{"alg":"none"}'), ".", base64url(`{"sub":"${random(digits, 10)}"}`), ".", random(word, 43)),
  hex: (random) => random(hex, 32),
  azure: (random) => random(word, 84),
};

/** One key of every shape; another seed makes others. */
export function madeUpKeys(seed: number): readonly { readonly shape: string; readonly key: string }[] {
  return Object.entries(keyShapes).map(([shape, make], index) => ({
    shape,
    key: make(createRandom(seed * 100 + index)),
  }));
}
