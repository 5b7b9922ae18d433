import { clusterSource } from "./normal-forms.ts";

/** A text in a plainer form, to be compared. */
export interface Folded {
  readonly text: string;
  /** Where a position of the folded text lies in the one it was made from. */
  origin(position: number): number;
}

const lineEnds = /\r\n/g;
const lineEndsAndClusters = new RegExp(`\r\n|${clusterSource}`, "gu");

/** From `end` on, a position of the folded text lies so much further on in the other one. */
interface Shift {
  readonly end: number;
  readonly by: number;
}

/** Line ends as `\n`, and characters in NFC. Only the two characters of `\r\n` become one. */
export function foldForms(text: string): Folded {
  const shifts: Shift[] = [];
  let by = 0;
  const pattern = text.normalize("NFC") === text ? lineEnds : lineEndsAndClusters;
  const folded = text.replace(pattern, (found, at: number) => {
    const plain = found === "\r\n" ? "\n" : found.normalize("NFC");
    if (plain.length !== found.length) {
      const end = at - by + plain.length;
      by += found.length - plain.length;
      shifts.push({ end, by });
    }
    return plain;
  });
  return { text: folded, origin: (position) => position + shiftAt(shifts, position) };
}

function shiftAt(shifts: readonly Shift[], position: number): number {
  let low = 0;
  let high = shifts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shifts[middle]?.end ?? position) <= position) low = middle + 1;
    else high = middle;
  }
  return shifts[low - 1]?.by ?? 0;
}

/** As `foldForms`, with quotes, dashes and spaces in their plain form too. */
export function foldSigns(text: string): Folded {
  const { text: folded, origin } = foldForms(text);
  return {
    text: folded
      .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
      .replace(/[\u201c\u201d\u201e\u201f]/g, '"')
      .replace(/[\u2010-\u2015]/g, "-")
      .replace(/[\u00a0\u2007\u202f]/g, " "),
    origin,
  };
}
