export type PeriodKind = "day" | "week" | "month";

/** Milliseconds since 1970; `to` is not in it. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The day, week (from Monday) or month of this computer that lies so many before the one of `now`. */
export function periodOf(kind: PeriodKind, now: number, back = 0): Period {
  const at = new Date(now);
  const [year, month, day] = [at.getFullYear(), at.getMonth(), at.getDate()];
  switch (kind) {
    case "day":
      return between(new Date(year, month, day - back), new Date(year, month, day - back + 1));
    case "week": {
      const monday = day - ((at.getDay() + 6) % 7) - back * 7;
      return between(new Date(year, month, monday), new Date(year, month, monday + 7));
    }
    case "month":
      return between(new Date(year, month - back, 1), new Date(year, month - back + 1, 1));
    default: {
      const never: never = kind;
      return never;
    }
  }
}

function between(from: Date, to: Date): Period {
  return { from: from.getTime(), to: to.getTime() };
}

/** `2026-11-28`, as the agent names the days of this computer. */
export function dayKey(at: number): string {
  const date = new Date(at);
  const two = (count: number): string => String(count).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The noon of a day that was named so. */
export function dayTime(key: string): number {
  return new Date(`${key}T12:00:00`).getTime();
}

/** Every day of a period, the first first. */
export function daysOf({ from, to }: Period): readonly string[] {
  const days: string[] = [];
  const date = new Date(from);
  while (date.getTime() < to) {
    days.push(dayKey(date.getTime()));
    date.setDate(date.getDate() + 1);
  }
  return days;
}

interface Under extends Period {
  readonly now: number;
  /** Before so much of it is over nothing is foretold. */
  readonly leastShare: number;
}

/** What a sum comes to at the end of a period when it goes on as it did; null outside of it and at its beginning. */
export function forecast(sum: number, { from, to, now, leastShare }: Under): number | null {
  const share = (now - from) / (to - from);
  return share < leastShare || share >= 1 ? null : sum / share;
}
