import { wavOf } from "../../src-preload/contract/wav.ts";

export const speechRate = 16_000;

/** A recording of so many seconds: a loud tone, silent from each of `pauses` on for a second. */
export function spokenWav(seconds: number, pauses: readonly number[] = []): Uint8Array {
  const samples = Float32Array.from({ length: speechRate * seconds }, (_, index) => {
    const at = index / speechRate;
    return pauses.some((pause) => at >= pause && at < pause + 1) ? 0 : 0.5 * Math.sin(index / 10);
  });
  return wavOf(samples, speechRate);
}
