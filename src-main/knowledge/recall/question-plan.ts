import { foldText } from "../../storage/fold-text.ts";
import { type Period, periodIn } from "./dates-in-words.ts";
import { isStopWord } from "./stop-words.ts";
import { otherForms } from "./word-forms.ts";
import { letterPairs, withoutUnspaced, wordsOf } from "./words.ts";

/** A word that is looked for, as it stands in the question, and what a text gains that has it. */
export interface WeightedWord {
  readonly word: string;
  readonly weight: number;
}

/** What a question asks for. */
export interface QuestionPlan {
  readonly words: readonly WeightedWord[];
  /** Whose words are asked for; null where it is nobody's, or the words of several. */
  readonly speaker: string | null;
  readonly asksWhen: boolean;
  readonly period: Period | null;
}

/** A question is a sentence or two. What somebody pasted is asked for with its first words. */
const mostLetters = 4000;
const mostWords = 32;
/** Of a word that stands for another one. */
const otherFormWeight = 0.5;

const asking =
  /^(?:when|wann)\b|\b(?:which|what) (?:year|month|week|day|date|time)\b|\bhow long ago\b|\bwelche[mnrs]? (?:jahr|monat|woche|tag)\b/;

/** `speakers`: everybody whose words can be recalled. */
export function planQuestion(text: string, speakers: ReadonlySet<string>, now: number): QuestionPlan {
  const question = text.slice(0, mostLetters);
  const said = wordsOf(withoutUnspaced(question));
  const named = namedSpeakers(question, speakers);
  // A name in a text is that of who is spoken to: it leads to the words of the other one.
  const asked = said.filter((word) => !isStopWord(word) && !named.words.has(word));
  const plain = asked.length > 0 ? asked : said;
  const words = new Map<string, number>();
  for (const word of [...plain, ...letterPairs(question)].slice(0, mostWords)) words.set(word, 1);
  for (const word of [...words.keys()]) {
    for (const other of otherForms(word)) if (!words.has(other)) words.set(other, otherFormWeight);
  }
  return {
    words: [...words].map(([word, weight]) => ({ word, weight })),
    speaker: named.speakers.length === 1 ? (named.speakers[0] ?? null) : null,
    asksWhen: asking.test(foldText(question)),
    period: periodIn(question, now),
  };
}

interface Named {
  readonly speakers: readonly string[];
  /** The parts of their names that the question has. */
  readonly words: ReadonlySet<string>;
}

/** Names are told from words (will, may) by their capital letter, where the question has any. */
function namedSpeakers(question: string, speakers: ReadonlySet<string>): Named {
  const capitals = new Set(wordsOf((question.match(/\p{Lu}[\p{L}\p{M}'’-]*/gu) ?? []).join(" ")));
  const possible = capitals.size > 0 ? capitals : new Set(wordsOf(question));
  const named: string[] = [];
  const words = new Set<string>();
  for (const speaker of speakers) {
    const found = wordsOf(speaker).filter((word) => possible.has(word) && !isStopWord(word));
    if (found.length === 0) continue;
    named.push(speaker);
    for (const word of found) words.add(word);
  }
  return { speakers: named, words };
}
