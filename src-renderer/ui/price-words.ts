import type { LongPrice, Price } from "../../src-preload/contract/providers.ts";
import { price as dollars, tokenCount } from "./amounts.ts";
import { text } from "./text.ts";

/** `$0.25 in, $2.00 out` for a million tokens; `free`, or `no price`. */
export function priceWords(price: Price | null): string {
  if (price === null) return text("prices.noPrice");
  if (price.input === 0 && price.output === 0) return text("prices.free");
  return text("connection.inOut", { in: dollars(price.input), out: dollars(price.output) });
}

/** What long prompts cost in and out: `above 272k: $4 / $15`, a length after the other; "" where they cost no more. */
export function longPriceWords(price: Price | null): string {
  return rising(price)
    .map((long) => text("prices.above", wordsOf(long)))
    .join("; ");
}

/** The same where there is little room: of several lengths the first, with the last one's price. */
export function shortLongPriceWords(price: Price | null): string {
  const [first, ...others] = rising(price);
  const last = others.at(-1);
  if (first === undefined || last === undefined) return longPriceWords(price);
  return text("prices.aboveUpTo", { ...wordsOf(last), tokens: tokenCount(first.above) });
}

/** Where the price is that of the busiest hours; "" where it does not change with the hour. */
export function peakWords(price: Price | null): string {
  return price?.peak === true ? text("prices.peak") : "";
}

function wordsOf({ above, input, output }: LongPrice): Readonly<Record<"tokens" | "in" | "out", string>> {
  return { tokens: tokenCount(above), in: shortDollars(input), out: shortDollars(output) };
}

/** `$4`, `$0.50`. */
function shortDollars(amount: number): string {
  return dollars(amount).replace(/\.00$/, "");
}

function rising(price: Price | null): readonly LongPrice[] {
  return (price?.long ?? []).toSorted((a, b) => a.above - b.above);
}
