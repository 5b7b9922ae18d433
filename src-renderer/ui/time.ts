import { text } from "./text.ts";

const day = 24 * 60 * 60 * 1000;

/** The time of a row: the hour today, the weekday this week, the date before that. */
export function shortTime(at: number, now: number): string {
  if (at === 0) return "";
  if (isSameDay(at, now)) return clockTime(at);
  if (now - at < 6 * day) return new Date(at).toLocaleDateString([], { weekday: "short" });
  return new Date(at).toLocaleDateString([], { day: "numeric", month: "short" });
}

/** As short as it can be, for a narrow row: `now`, `5 m`, `2 h`, the weekday of this week, the date before that. */
export function rowTime(at: number, now: number): string {
  if (at === 0) return "";
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return text("time.now");
  if (minutes < 60) return text("time.minutesShort", { count: minutes });
  if (isSameDay(at, now) || minutes < 6 * 60) return text("time.hoursShort", { count: Math.floor(minutes / 60) });
  return shortTime(at, now);
}

export function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

/** `3 s`, `1 m 19 s`; under a second in tenths. */
export function duration(ms: number): string {
  if (ms < 1000) return text("time.seconds", { count: Math.max(0.1, Math.round(ms / 100) / 10) });
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return text("time.seconds", { count: seconds });
  return text("time.minutes", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

/** Too short to be worth a word. */
export function isShort(ms: number): boolean {
  return ms < 1000;
}

/** `14:01`. */
export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
}

/** `14:01:07`, the same width for every time. */
export function exactTime(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
}
