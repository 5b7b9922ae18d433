import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import type { UsageDay } from "../../../src-preload/contract/usage.ts";
import { isLocalProvider } from "../../state/providers.ts";
import { text } from "../../ui/text.ts";

/** What is stacked: a provider, or several that share a colour. The last tone costs nothing and has no colour. */
export interface Series {
  readonly label: string;
  readonly tone: 1 | 2 | 3 | 4;
  readonly providers: readonly string[];
}

const hostedTones = [1, 2, 3] as const;

/** The providers of these days, the largest first; what runs on this computer comes last. */
export function seriesOf(days: readonly UsageDay[], rows: readonly ProviderRow[]): readonly Series[] {
  const sums = new Map<string, number>();
  for (const { tokens } of days) {
    for (const [provider, count] of Object.entries(tokens)) sums.set(provider, (sums.get(provider) ?? 0) + count);
  }
  const names = [...sums].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
  const title = (name: string): string => rows.find((row) => row.name === name)?.title ?? name;
  const isLocal = (name: string): boolean => isLocalProvider(name, rows);
  const hosted = names.filter((name) => !isLocal(name));
  const local = names.filter(isLocal);
  const alone = hosted.length > hostedTones.length ? hosted.slice(0, hostedTones.length - 1) : hosted;
  const others = hosted.slice(alone.length);
  const localLabel = local.length === 1 ? text("usage.local", { name: title(local[0] ?? "") }) : text("usage.locals");
  return [
    ...alone.map((name, index) => ({ label: title(name), tone: hostedTones[index] ?? 3, providers: [name] })),
    ...(others.length === 0 ? [] : [{ label: text("usage.others"), tone: 3 as const, providers: others }]),
    ...(local.length === 0 ? [] : [{ label: localLabel, tone: 4 as const, providers: local }]),
  ];
}

export function tokensOfSeries({ providers }: Series, day: UsageDay | undefined): number {
  return providers.reduce((sum, name) => sum + (day?.tokens[name] ?? 0), 0);
}

export function tokensOfDay(day: UsageDay | undefined): number {
  return Object.values(day?.tokens ?? {}).reduce((sum, count) => sum + count, 0);
}

/** A round step so that at most three of them reach above `most`. */
export function scaleStep(most: number): number {
  const rough = Math.max(1, most / 3);
  const power = 10 ** Math.floor(Math.log10(rough));
  const fits = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return fits * power;
}
