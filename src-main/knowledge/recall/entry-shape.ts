import { foldText } from "../../storage/fold-text.ts";
import { countWords } from "./words.ts";

/** What the ranking knows of a text without reading it again. */
export interface EntryShape {
  readonly words: number;
  /** The part of the text that asks, from 0 to 1. */
  readonly asked: number;
  /** Whether it says a time: a day, a month, "last week", a year. */
  readonly tellsTime: boolean;
}

/** A long message is judged by its beginning. */
const lookedAt = 4000;

const timeWords = new RegExp(
  String.raw`\b(?:${[
    "yesterday|today|tonight|tomorrow|last|next|ago|since|soon|just|recently|morning|birthday|christmas|easter",
    "weeks?|weekend|months?|years?|anniversary|(?:mon|tues|wednes|thurs|fri|satur|sun)days?",
    "january|february|march|april|may|june|july|august|september|october|november|december",
    "gestern|vorgestern|heute|morgen|letzte[nrms]?|nachste[nrms]?|wochen?|monate?n?|jahre?n?|anfang|ende|ersten",
    "januar|februar|marz|mai|juni|juli|oktober|dezember|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|seit",
  ].join("|")}|\d{4}|\d+(?:st|nd|rd|th))\b`,
);

export function shapeOf(text: string): EntryShape {
  const beginning = text.slice(0, lookedAt);
  return { words: countWords(text), asked: askedPart(beginning), tellsTime: timeWords.test(foldText(beginning)) };
}

function askedPart(text: string): number {
  let asked = 0;
  let all = 0;
  for (const [sentence] of text.matchAll(/[^.!?…。！？]+[.!?…。！？]*/g)) {
    all += sentence.length;
    if (/[?？]/.test(sentence.slice(-4))) asked += sentence.length;
  }
  return all === 0 ? 0 : asked / all;
}
