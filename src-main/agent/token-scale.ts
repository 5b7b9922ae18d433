/** How far an estimate may be corrected. */
const [least, most] = [0.8, 4] as const;
/** What is counted for less is no count of the whole prompt: some leave out what came from the cache. */
const leastPlausible = 0.5;
/** Below so many tokens a request says little about the estimate. */
const fromTokens = 200;
/** The share of the way that one call moves the correction down; upwards it moves at once. */
const calmDown = 0.25;

/**
 * What providers count for a token of our estimate, by model: learnt from the usage that comes back. Upwards at once, so
 * that the next request fits; downwards slowly.
 */
export interface TokenScale {
  of(modelId: string): number;
  learn(modelId: string, estimated: number, counted: number): void;
}

export function createTokenScale(): TokenScale {
  const scales = new Map<string, number>();
  const of = (modelId: string): number => scales.get(modelId) ?? 1;
  return {
    of,
    learn(modelId, estimated, counted) {
      if (estimated < fromTokens) return;
      const ratio = counted / estimated;
      if (ratio < leastPlausible) return;
      const seen = Math.min(most, Math.max(least, ratio));
      const known = of(modelId);
      scales.set(modelId, seen >= known ? seen : known + (seen - known) * calmDown);
    },
  };
}
