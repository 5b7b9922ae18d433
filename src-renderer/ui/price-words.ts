import type { Price } from "../../src-preload/contract/providers.ts";
import { price as dollars } from "./amounts.ts";
import { text } from "./text.ts";

/** `$0.25 in, $2.00 out` for a million tokens; `free`, or `no price`. */
export function priceWords(price: Price | null): string {
  if (price === null) return text("usage.noPrice");
  if (price.input === 0 && price.output === 0) return text("usage.free");
  return text("connection.inOut", { in: dollars(price.input), out: dollars(price.output) });
}
