import { text } from "../words.ts";
import type { RunEnd } from "./run-watch.ts";

/** Why a run ended without an answer, in words. */
export function endOf({ reason, error }: Pick<RunEnd, "reason" | "error">): string {
  if (reason === "stopped") return text("run.stopped");
  return error?.message ?? text("cli.ended", { reason: text(`run.reason.${reason}`) });
}
