import type { PerchEvent } from "../../src-preload/contract/events.ts";
import { text } from "../settings/text.ts";

/** Why a run ended without an answer, in words. */
export function endOf({ reason, error }: Extract<PerchEvent, { type: "run-end" }>): string {
  if (reason === "stopped") return text("run.stopped");
  return error?.message ?? text("cli.ended", { reason: text(`run.reason.${reason}`) });
}
