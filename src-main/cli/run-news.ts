import type { PerchEvent } from "../../src-preload/contract/events.ts";
import { text } from "../words.ts";

/** Longer than a program that waits for the answer would take for work, in milliseconds. */
const longWaitMs = 5000;

/** What also whoever does not watch should read: another model answers, a long wait, a limit that is nearly used up. */
export function newsOf(event: PerchEvent): string | null {
  switch (event.type) {
    case "retry-start": {
      const { message, attempt, delayMs } = event;
      return delayMs > longWaitMs ? text("cli.retry", { message, attempt, seconds: Math.ceil(delayMs / 1000) }) : null;
    }
    case "model-switched": {
      const { from, to, reason } = event;
      return text("model.switched", { from, to, reason: reason.message });
    }
    case "budget-warning":
      return event.message;
    default:
      return null;
  }
}
