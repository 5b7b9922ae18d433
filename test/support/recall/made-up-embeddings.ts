import { createHash } from "node:crypto";
import { wordsOf } from "../../../src-main/knowledge/recall/words.ts";
import type { Dialogue } from "./dialogue.ts";

/** Makes a text a vector, always the same one. */
export type MadeUpEmbedding = (text: string) => Float32Array;

const dimensions = 256;

/** Vectors that have nothing to do with what the text says. */
export const randomEmbedding: MadeUpEmbedding = (text) => {
  const bytes = Buffer.concat(
    Array.from({ length: dimensions / 32 }, (_, at) => createHash("sha256").update(`${at} ${text}`).digest()),
  );
  return Float32Array.from(bytes, (byte) => byte - 127.5);
};

/** Texts that share words, or parts of words, lie near one another: what a plain but honest model would do. */
export const hashEmbedding: MadeUpEmbedding = (text) => {
  const values = new Float32Array(dimensions);
  const add = (part: string, weight: number): void => {
    const hash = createHash("sha256").update(part).digest();
    const at = hash.readUInt16LE(0) % dimensions;
    values[at] = (values[at] ?? 0) + (hash.readUInt8(2) < 128 ? weight : -weight);
  };
  for (const word of wordsOf(text)) {
    const weight = Math.min(word.length, 8) / 4;
    add(word, weight);
    const marked = `<${word}>`;
    for (let at = 0; at + 4 <= marked.length; at += 1) add(marked.slice(at, at + 4), weight / 2);
  }
  return values;
};

/**
 * What a model would do that knows what is meant: a question lies near the turns that answer it, and a turn near the one before
 * it. A good half of each vector is chance.
 */
export function knowingEmbedding({ turns, questions }: Dialogue): MadeUpEmbedding {
  const known = new Map<string, Float32Array>();
  let last = randomEmbedding("");
  for (const { id, text } of turns) {
    last = mixed([last, randomEmbedding(text)], [0.6, 0.8]);
    known.set(text, last);
    known.set(id, last);
  }
  for (const { text, evidence } of questions) {
    const answers = evidence.flatMap((id) => known.get(id) ?? []);
    known.set(text, mixed([...answers, randomEmbedding(text)], [...answers.map(() => 0.7), 0.8]));
  }
  return (text) => known.get(text) ?? randomEmbedding(text);
}

function mixed(vectors: readonly Float32Array[], weights: readonly number[]): Float32Array {
  const sum = new Float32Array(dimensions);
  vectors.forEach((vector, at) => {
    const share = (weights[at] ?? 0) / Math.hypot(...vector);
    vector.forEach((value, place) => {
      sum[place] = (sum[place] ?? 0) + value * share;
    });
  });
  return sum;
}

export const madeUpEmbeddings: Readonly<Record<string, MadeUpEmbedding>> = {
  random: randomEmbedding,
  hash: hashEmbedding,
};
