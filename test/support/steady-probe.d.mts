export interface Steady {
  readonly tops: readonly number[];
  readonly below: readonly number[];
  readonly shift: number;
}

export function steadyProbe(words: string): void;
export function steadyReset(): void;
export function steadyEnd(): Steady;
