import { type Choice, type CompletionQuery, complete } from "./completion.ts";
import type { Draft } from "./draft.ts";
import { dim, type Line, span } from "./styled-line.ts";
import { fitWidth } from "./text-width.ts";

/* The list of what `/` or `@` can become, with its mark. Pure. */

export interface Offer {
  readonly query: CompletionQuery;
  /** Never empty. */
  readonly choices: readonly Choice[];
  /** Which one is marked. */
  readonly at: number;
}

/** Of a longer list a part round the mark is shown. */
const maxShown = 6;

/** The list with what it holds now; the mark stays at the choice where it was. Null when there is nothing to choose. */
export function renewOffer(before: Offer | null, query: CompletionQuery, choices: readonly Choice[]): Offer | null {
  if (choices.length === 0) return null;
  const marked = isFor(before, query) ? before?.choices[before.at]?.insert : undefined;
  const at = choices.findIndex(({ insert }) => insert === marked);
  return { query, choices, at: Math.max(0, at) };
}

/** From the last to the first and back again. */
export function moveMark(offer: Offer, by: -1 | 1): Offer {
  const count = offer.choices.length;
  return { ...offer, at: (offer.at + count + by) % count };
}

export function pickMarked({ query, choices, at }: Offer, draft: Draft): Draft {
  const choice = choices[at];
  return choice === undefined ? draft : complete(draft, query, choice);
}

export function isFor(offer: Offer | null, now: CompletionQuery | null): boolean {
  if (offer === null || now === null) return false;
  const { kind, query, from } = offer.query;
  return kind === now.kind && query === now.query && from === now.from;
}

/** What is marked stands in the draft already. */
export function isTypedOut({ query, choices, at }: Offer, { text }: Draft): boolean {
  const choice = choices[at];
  return choice === undefined || text.slice(query.from, query.to) === choice.insert;
}

interface OfferRoom {
  readonly width: number;
  readonly maxRows: number;
  /** How many are not shown, and where. */
  more(count: number, where: string): string;
}

export function offerRows({ choices, at }: Offer, { width, maxRows, more }: OfferRoom): readonly Line[] {
  const isLonger = choices.length > Math.min(maxShown, maxRows);
  // The mark is shown before the count of the others is.
  const count = Math.min(maxShown, isLonger && maxRows > 1 ? maxRows - 1 : maxRows, choices.length);
  const first = Math.min(Math.max(0, at - Math.floor(count / 2)), choices.length - count);
  const rows = choices.slice(first, first + count).map((choice, row) => choiceRow(choice, first + row === at, width));
  const left = choices.length - count;
  if (left === 0 || maxRows <= count) return rows;
  const where = `${first > 0 ? "↑" : ""}${first + count < choices.length ? "↓" : ""}`;
  return [...rows, dim(fitWidth(`    ${more(left, where)}`, width))];
}

function choiceRow({ insert, words }: Choice, isMarked: boolean, width: number): Line {
  const left = fitWidth(insert, Math.max(4, width - 4));
  const rest = width - left.length - 6;
  const right = words === "" || rest < 8 ? [] : dim(`  ${fitWidth(words, rest)}`);
  return [span(`  ${isMarked ? "❯ " : "  "}${left}`, isMarked ? { colour: "cyan" } : {}), ...right];
}
