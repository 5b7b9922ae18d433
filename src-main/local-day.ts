/** What a calendar and a clock on the wall show, as a host tells it. */
interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** `2026-11-29` */
export function dayWords({ year, month, day }: Pick<WallTime, "year" | "month" | "day">): string {
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** `16:05` */
export function clockWords({ hour, minute }: Pick<WallTime, "hour" | "minute">): string {
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, "0");
}
