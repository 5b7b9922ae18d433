import { text } from "./text.ts";

/** `950`, `18k`, `1.51M`. */
export function tokenCount(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  if (tokens < 999_500) return `${Math.round(tokens / 1000)}k`;
  return `${Number((tokens / 1_000_000).toPrecision(3))}M`;
}

/** `950`, `2.4k`, `18k`: one digit more where it is few thousands. */
export function fewTokens(tokens: number): string {
  return tokens >= 1000 && tokens < 9950 ? `${Number((tokens / 1000).toFixed(1))}k` : tokenCount(tokens);
}

/** A window as its makers write it: 32,768 is `32k`, 1,048,576 is `1M`; a round one as it is. */
export function windowSize(tokens: number): string {
  if (tokens % 1024 !== 0 || tokens % 1000 === 0) return tokenCount(tokens);
  const thousands = tokens / 1024;
  return thousands % 1024 === 0 ? `${thousands / 1024}M` : `${thousands}k`;
}

/** A price for a million tokens with as many digits as it has, at least two: `$0.175`. */
export function price(dollars: number): string {
  const exact = String(Number(dollars.toFixed(4)));
  return text("amount.money", { amount: /\.\d{2}/.test(exact) ? exact : dollars.toFixed(2) });
}

/** `950 B`, `18 kB`, `1.4 MB`. */
export function byteCount(bytes: number): string {
  if (bytes < 1000) return text("amount.bytes", { count: bytes });
  if (bytes < 999_500) return text("amount.kilobytes", { count: Math.round(bytes / 1000) });
  return text("amount.megabytes", { count: Number((bytes / 1_000_000).toPrecision(2)) });
}

/** `41 %`, never more than whole and never 100 before it is. */
export function percent(share: number): string {
  const rounded = share >= 1 ? Math.round(share * 100) : Math.min(99, Math.round(share * 100));
  return text("amount.percent", { percent: rounded });
}
