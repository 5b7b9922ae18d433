/*
 * A message's number rises with its date: sixteen to a second. Where these are taken, as of an import in which all messages
 * have one date, the next ones are used.
 */

const perSecond = 16;
/** The last second that has numbers of its own: what is dated later is found as the newest. */
const lastSecond = Math.floor(Number.MAX_SAFE_INTEGER / perSecond / 4);
/** So far behind its date may a number be that many share: an hour. */
const spread = 3600 * perSecond;
const mostRemembered = 10_000;

/** The first number of the second of a date, in ms since 1970; 0 for what lies before that. */
export function firstNumberAt(date: number): number {
  return Math.min(Math.max(Math.floor(date / 1000), 0), lastSecond) * perSecond;
}

/** Below this are the numbers of all that was said before a date. */
export function numbersBefore(date: number): number {
  return firstNumberAt(date) + perSecond + spread;
}

/** Gives numbers that nobody has. */
export class MessageNumbers {
  readonly #isTaken: (number: number) => boolean;
  /** Where to look on for seconds that are full: not from their beginning each time. */
  readonly #next = new Map<number, number>();

  constructor(isTaken: (number: number) => boolean) {
    this.#isTaken = isTaken;
  }

  /** `also`: numbers that are given and not written yet; the new one is added to them. */
  give(date: number, also: Set<number>): number {
    const first = firstNumberAt(date);
    let number = this.#next.get(first) ?? first;
    while (also.has(number) || this.#isTaken(number)) number += 1;
    also.add(number);
    if (number - first >= perSecond) {
      if (this.#next.size >= mostRemembered) this.#next.clear();
      this.#next.set(first, number + 1);
    }
    return number;
  }
}
