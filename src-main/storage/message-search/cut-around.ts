import { foldForSearch } from "./grams.ts";

/** Letters that are shown of a message. */
const shownLetters = 240;
/** Of these before the first of the words. */
const shownBefore = 60;

/** What stands around the first of the words in a text of one line, cut between words, with dots where more stands. */
export function cutAround(text: string, folded: string | null, words: readonly string[]): string {
  if (text.length <= shownLetters) return text;
  const found = firstOf(folded ?? text.toLowerCase(), words);
  const first = folded === null ? found : placeInText(text, found);
  const from = startBefore(text, first);
  const to = endBehind(text, first, from + shownLetters);
  return `${from === 0 ? "" : "… "}${text.slice(from, to).trim()}${to >= text.length ? "" : " …"}`;
}

/** Where the word stands that comes first. */
function firstOf(folded: string, words: readonly string[]): number {
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  return places.length === 0 ? 0 : Math.min(...places);
}

/** The place in a text of a place in its folded form. */
function placeInText(text: string, wanted: number): number {
  let place = 0;
  let at = 0;
  for (const letter of text) {
    if (place >= wanted) return at;
    place += letter <= "\u{7f}" ? 1 : foldForSearch(letter).length;
    at += letter.length;
  }
  return at;
}

/** The beginning of a word, or where the word is too long, a letter in it. */
function startBefore(text: string, first: number): number {
  if (first <= shownBefore) return 0;
  const space = text.indexOf(" ", first - shownBefore);
  return space >= 0 && space < first ? space + 1 : wholeLetter(text, first - shownBefore);
}

function endBehind(text: string, first: number, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(" ", at);
  return space > first ? space : wholeLetter(text, at);
}

/** Not between the halves of a letter. */
function wholeLetter(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}
