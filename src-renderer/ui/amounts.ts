import { text } from "./text.ts";

/** `950`, `18k`, `1.51M`. */
export function tokenCount(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  if (tokens < 999_500) return `${Math.round(tokens / 1000)}k`;
  return `${Number((tokens / 1_000_000).toPrecision(3))}M`;
}

/** `$4.12`; less than a cent says so. */
export function money(dollars: number): string {
  if (dollars > 0 && dollars < 0.005) return text("amount.underACent");
  return text("amount.money", { amount: dollars.toFixed(2) });
}

/** A price for a million tokens with as many digits as it has, at least two: `$0.175`. */
export function price(dollars: number): string {
  const exact = String(Number(dollars.toFixed(4)));
  return text("amount.money", { amount: /\.\d{2}/.test(exact) ? exact : dollars.toFixed(2) });
}

/** `41 %`, never more than whole and never 100 before it is. */
export function percent(share: number): string {
  const rounded = share >= 1 ? Math.round(share * 100) : Math.min(99, Math.round(share * 100));
  return text("amount.percent", { percent: rounded });
}
