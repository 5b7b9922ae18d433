import type { PerchEvent } from "../../src-preload/contract/events.ts";
import { text } from "../settings/text.ts";
import { stepWords } from "./step-words.ts";

/** Tells the steps of runs as they happen, a line each. */
export interface StepPrinter {
  event(event: PerchEvent): void;
}

/** Longer than a program that waits for the answer would take for work, in milliseconds. */
const longWaitMs = 5000;

/** What also whoever does not watch should read: another model answers, a long wait, a limit that is nearly used up. */
export function isNews(event: PerchEvent): boolean {
  if (event.type === "retry-start") return event.delayMs > longWaitMs;
  return event.type === "budget-warning" || event.type === "model-switched";
}

export function createStepPrinter(say: (line: string) => void): StepPrinter {
  const begun = new Map<string, { readonly title: string; readonly tool: string }>();
  return {
    event(event) {
      switch (event.type) {
        case "tool-start":
          begun.set(event.callId, { title: event.title, tool: event.label ?? event.tool });
          break;
        case "tool-end": {
          const { tool, title } = begun.get(event.callId) ?? { tool: event.tool, title: "" };
          const words = stepWords(tool, title, event.status === "ok" ? "done" : "doing");
          const seconds = (event.durationMs / 1000).toFixed(1);
          begun.delete(event.callId);
          const key = event.status === "ok" ? "step.done" : "step.notDone";
          say(text(key, { words, seconds, status: text(`step.status.${event.status}`) }));
          break;
        }
        case "retry-start": {
          const seconds = Math.ceil(event.delayMs / 1000);
          const { message, attempt } = event;
          say(text("cli.retry", { message, attempt, seconds }));
          break;
        }
        case "model-switched": {
          const { from, to, reason } = event;
          say(text("model.switched", { from, to, reason: reason.message }));
          break;
        }
        case "budget-warning":
          say(event.message);
          break;
        default:
          break;
      }
    },
  };
}
