import type { Clock } from "../host.ts";
import { createSecret } from "./access.ts";

/** Secrets that die when they are used. */
export interface OneTime<Fact> {
  mint(fact: Fact): string;
  /** The value behind the code, until it is used; null afterwards. */
  look(secret: string): Fact | null;
  /** `used`: somebody came with it before; `unknown`: never given out, or too long ago. */
  take(secret: string): { readonly kind: "taken"; readonly fact: Fact } | { readonly kind: "used" | "unknown" };
}

/** The maximum number kept; the oldest are dropped. */
const maxKept = 1000;

/** `lifeMs`: how long one can be used; null while this process lives. */
export function createOneTime<Fact>(clock: Clock, lifeMs: number | null): OneTime<Fact> {
  const kept = new Map<string, { readonly fact: Fact; readonly madeAt: number } | "used">();
  const isOver = (madeAt: number): boolean => lifeMs !== null && clock.monotonic() - madeAt > lifeMs;

  return {
    look(secret) {
      const found = kept.get(secret);
      return found === undefined || found === "used" || isOver(found.madeAt) ? null : found.fact;
    },
    mint(fact) {
      const secret = createSecret();
      kept.set(secret, { fact, madeAt: clock.monotonic() });
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      return secret;
    },
    take(secret) {
      const found = kept.get(secret);
      if (found === undefined) return { kind: "unknown" };
      if (found === "used") return { kind: "used" };
      kept.set(secret, "used");
      return isOver(found.madeAt) ? { kind: "unknown" } : { kind: "taken", fact: found.fact };
    },
  };
}
