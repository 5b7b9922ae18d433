import type { RecallHit } from "../../storage/recall-calls.ts";
import { isStopWord } from "./stop-words.ts";
import { letterPairs, withoutUnspaced, wordsOf } from "./words.ts";

/** Letters of a word's beginning by which its forms are told to be the same. */
const stemLetters = 5;
/** Of a question's words so many are looked at: what somebody pasted is no longer question. */
const mostWords = 40;
/** Of them so many must be in what is recalled. */
const share = 0.3;

/**
 * The hits that have enough of what a message is about to be worth telling unasked; a message that is about nothing gets none.
 */
export function relevantHits(question: string, hits: readonly RecallHit[]): readonly RecallHit[] {
  const asked = contentOf(question);
  if (asked.size === 0) return [];
  const needed = Math.min(asked.size, Math.max(2, Math.ceil(asked.size * share)));
  return hits.filter(({ entry }) => {
    const told = contentOf(entry.text, Number.POSITIVE_INFINITY);
    let shared = 0;
    for (const word of asked) if (told.has(word)) shared += 1;
    return shared >= needed;
  });
}

function contentOf(text: string, most = mostWords): ReadonlySet<string> {
  const words = wordsOf(withoutUnspaced(text)).filter((word) => !isStopWord(word) && word.length > 1);
  return new Set([...words.map((word) => word.slice(0, stemLetters)), ...letterPairs(text)].slice(0, most));
}
