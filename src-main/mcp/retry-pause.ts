const firstPauseMs = 15_000;
const longestPauseMs = 10 * 60_000;

/** How soon a server that failed is tried again by itself, in milliseconds: doubled each time, up to ten minutes. */
export function pauseAfter(failures: number): number {
  return Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
}
