import { foldForSearch } from "../../storage/message-search/grams.ts";

type Mark = readonly [from: number, to: number];

/** Where the words, which are folded, stand in a text; places that meet are one. */
export function markWords(text: string, words: readonly string[]): readonly Mark[] {
  const { folded, places } = foldedPlaces(text);
  const found: Mark[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      found.push([places[at] ?? text.length, places[at + word.length] ?? text.length]);
    }
  }
  return joined(found.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
}

/** A text folded, and for each sign of that where it came from. */
function foldedPlaces(text: string): { readonly folded: string; readonly places: readonly number[] } {
  let folded = "";
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const part = foldForSearch(letter);
    for (let sign = 0; sign < part.length; sign += 1) places.push(at);
    folded += part;
    at += letter.length;
  }
  return { folded, places };
}

function joined(marks: readonly Mark[]): readonly Mark[] {
  const result: Mark[] = [];
  for (const [from, to] of marks) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)];
    else if (to > from) result.push([from, to]);
  }
  return result;
}
