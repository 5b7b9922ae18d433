import type { LimitName } from "../../state/job-form.ts";

/** The least and the most of each, as the agent takes them, and how much of it one of what is typed is. */
const bounds: Readonly<Record<LimitName, { readonly least: number; readonly most: number; readonly unit: number }>> = {
  maxIterations: { least: 1, most: 1000, unit: 1 },
  maxTokens: { least: 1000, most: 100_000_000, unit: 1 },
  // Typed in minutes.
  maxDurationSeconds: { least: 1, most: 86_400, unit: 60 },
};

/** What was typed: null for nothing, `undefined` for what is no such limit. "18,000" and "18 000" are 18000. */
export function typedLimit(name: LimitName, words: string): number | null | undefined {
  const plain = words.replaceAll(/[\s,_']/g, "");
  if (plain === "") return null;
  const { least, most, unit } = bounds[name];
  const number = /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  const value = unit === 1 ? number : Math.round(number * unit);
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}

/** As it is typed. */
export function limitWords(name: LimitName, value: number | null): string {
  return value === null ? "" : String(Number((value / bounds[name].unit).toFixed(2)));
}
