import { expect, it } from "vitest";
import type { Price } from "../../../src-preload/contract/providers.ts";
import { longPriceWords, peakWords, priceWords, shortLongPriceWords } from "../../../src-renderer/ui/price-words.ts";

const flat: Price = { input: 2, output: 10, cachedInput: 0.1 };
const long = (above: number, input: number, output: number) => ({ above, input, output, cachedInput: null });

it("says above which length of prompt a request costs more, and how much", () => {
  const price = { ...flat, long: [long(272_000, 4, 15)] };
  expect(priceWords(price)).toBe("$2.00 in, $10.00 out");
  expect(longPriceWords(price)).toBe("above 272k: $4 / $15");
  expect(shortLongPriceWords(price)).toBe("above 272k: $4 / $15");
  // "From 200,000 on" is above 199,999.
  expect(longPriceWords({ ...flat, long: [long(199_999, 4, 12)] })).toBe("above 200k: $4 / $12");
});

it("says of several lengths all, or the first and the most where there is little room", () => {
  const price = { ...flat, long: [long(128_000, 3, 15), long(32_000, 1.8, 9)] };
  expect(longPriceWords(price)).toBe("above 32k: $1.80 / $9; above 128k: $3 / $15");
  expect(shortLongPriceWords(price)).toBe("above 32k: up to $3 / $15");
});

it("says nothing where a long prompt costs no more", () => {
  for (const price of [null, flat, { ...flat, long: [] }]) {
    expect([longPriceWords(price), shortLongPriceWords(price)]).toEqual(["", ""]);
  }
});

it("says where a price is that of the busiest hours", () => {
  expect(peakWords({ ...flat, peak: true })).toBe("at the busiest hours; less at others");
  expect([peakWords(flat), peakWords(null)]).toEqual(["", ""]);
});
