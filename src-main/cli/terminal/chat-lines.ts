import type { SessionSummary } from "../../../src-preload/contract/session.ts";
import { text } from "../../words.ts";
import { fitWidth, widthOf } from "./text-width.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A line each: number, title, when, key; where a person picks, whether the chat waits for a decision too. */
export function chatLines(
  chats: readonly SessionSummary[],
  now: number,
  width: number,
  marksWaiting = false,
): readonly string[] {
  return chats.map(({ title, key, updatedAt, state }, at) => {
    const number = String(at + 1).padStart(3);
    const when = agoText(now - updatedAt).padEnd(11);
    const mark = marksWaiting && state === "waiting" ? `  ${text("terminal.chatWaits")}` : "";
    const room = Math.max(10, Math.min(48, width - widthOf(key) - widthOf(mark) - 20));
    const words = fitWidth(title === "" ? text("terminal.untitled") : title.replaceAll("\n", " "), room);
    return text("terminal.chatLine", { number, title: words + " ".repeat(room - widthOf(words)), when, key }) + mark;
  });
}

/** How long ago something was, in ms. */
export function agoText(ms: number): string {
  if (ms < minuteMs) return text("terminal.ago.now");
  if (ms < hourMs) return text("terminal.ago.minutes", { count: Math.floor(ms / minuteMs) });
  if (ms < dayMs) return text("terminal.ago.hours", { count: Math.floor(ms / hourMs) });
  return text("terminal.ago.days", { count: Math.floor(ms / dayMs) });
}
