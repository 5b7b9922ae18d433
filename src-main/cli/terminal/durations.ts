import { text } from "../../words.ts";

/** `0.4 s`, `12 s`, `2 min 5 s`. */
export function secondsText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return text("terminal.seconds", { seconds: seconds.toFixed(1) });
  return wholeSeconds(ms);
}

/** The same without tenths, for what counts on a screen. */
export function wholeSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return text("terminal.seconds", { seconds });
  return text("terminal.minutes", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

/** `950`, `1.2k`, `34k`, `1.2M`. */
export function countText(count: number): string {
  if (count < 1000) return String(count);
  if (count < 10_000) return `${(count / 1000).toFixed(1)}k`;
  return count < 1_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}
