import type { Price, TokenPrice } from "./providers.ts";

/*
 * The one place that knows what tokens cost. All pure; money is US dollars.
 */

/** The tokens of one request. */
export interface RequestTokens {
  /** Those from the cache are among them. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens?: number | undefined;
  /** Those that went into the cache are among them too. */
  readonly cacheWriteTokens?: number | undefined;
}

const million = 1_000_000;

/** What holds for a prompt of so many tokens: the price itself, or that of the highest threshold that it is above. */
export function priceAt(price: Price, promptTokens: number): TokenPrice {
  const passed = price.long?.filter(({ above }) => promptTokens > above) ?? [];
  return passed.toSorted((a, b) => b.above - a.above)[0] ?? price;
}

/** What was charged for a request: as the provider says it, else by the price; null where neither tells it. */
export function chargedFor(
  tokens: RequestTokens & { readonly cost?: number | undefined },
  price: Price | null,
): number | null {
  const told = tokens.cost ?? 0;
  // A cost of nothing may be a gateway that knows no price: then the price tells it, where there is one.
  return told > 0 ? told : (costOf(tokens, price) ?? tokens.cost ?? null);
}

/** What a request costs; null where the model has no price. Tokens from the cache cost their own price where there is one. */
export function costOf(tokens: RequestTokens, price: Price | null): number | null {
  return price === null ? null : costAt(tokens, priceAt(price, tokens.promptTokens));
}

/** The most that a request costs whose prompt is at most so long and whose answer too; null where the model has no price. */
export function mostCostOf(tokens: RequestTokens, price: Price | null): number | null {
  if (price === null) return null;
  const reached = price.long?.filter(({ above }) => tokens.promptTokens > above) ?? [];
  const written = { ...tokens, cacheWriteTokens: tokens.promptTokens };
  return Math.max(...[price, ...reached].flatMap((each) => [costAt(tokens, each), costAt(written, each)]));
}

/** What the tokens from the cache would have cost more without it. */
export function savedByCache(tokens: RequestTokens, price: Price | null): number {
  if (price === null) return 0;
  const held = priceAt(price, tokens.promptTokens);
  return costAt({ ...tokens, cachedTokens: 0, cacheWriteTokens: 0 }, held) - costAt(tokens, held);
}

/**
 * A price that somebody typed, with what the price that is known else says of long prompts and of writing into a cache: who
 * types one has neither in mind. One that says so itself (`long: []`: no more than others; `cacheWrite: null`: as much as
 * others), and one that is free, stays as it is.
 */
export function completePrice(own: Price, known: Price | null): Price {
  if (known === null || (own.input === 0 && own.output === 0)) return own;
  const { long, cacheWrite } = known;
  return {
    ...(long === undefined ? {} : { long }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...own,
  };
}

function costAt(tokens: RequestTokens, price: TokenPrice): number {
  const cached = Math.min(tokens.cachedTokens ?? 0, tokens.promptTokens);
  const written = Math.min(tokens.cacheWriteTokens ?? 0, tokens.promptTokens - cached);
  const input =
    (tokens.promptTokens - cached - written) * price.input +
    cached * (price.cachedInput ?? price.input) +
    written * (price.cacheWrite ?? price.input);
  return (input + tokens.completionTokens * price.output) / million;
}
