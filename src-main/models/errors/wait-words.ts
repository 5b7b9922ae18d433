import { text } from "../../words.ts";

const minuteMs = 60_000;

/** A long wait in words, rounded up to whole minutes: `5 m`, `1 h`, `1 h 30 m`. */
export function waitWords(ms: number): string {
  const all = Math.ceil(ms / minuteMs);
  const hours = Math.floor(all / 60);
  const minutes = all % 60;
  if (hours === 0) return text("wait.minutes", { minutes });
  return text(minutes === 0 ? "wait.hours" : "wait.hoursMinutes", { hours, minutes });
}
