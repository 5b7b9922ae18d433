import type { RunView } from "../../../src-preload/contract/run-view.ts";
import { text } from "../../ui/text.ts";
import { duration } from "../../ui/time.ts";
import type { StandIn } from "./turns.ts";

export function stepCount(count: number): string {
  return count === 1 ? text("chat.oneStep") : text("chat.steps", { count });
}

/** When a model is asked again, in whole seconds. */
export function retryWords(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return seconds <= 0 ? text("chat.retryNow") : text("chat.retryIn", { duration: duration(seconds * 1000) });
}

export function switchedWords({ from, to, reason }: NonNullable<RunView["switched"]>): string {
  return text("model.switched", { from, to, reason: reason.message });
}

export function standInWords({ model, insteadOf }: StandIn): string {
  return text("chat.answeredBy", { model, insteadOf });
}
