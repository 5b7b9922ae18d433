import type { RunEnd } from "./run-watch.ts";

export type EndFacts = Pick<RunEnd, "reason" | "text" | "error">;

/** The last line of `--json` where no run was followed to its end: the same shape as a run's end. */
export function endLine({ reason, text, error }: EndFacts): string {
  return JSON.stringify({ type: "run-end", reason, text, usage: null, ...(error === undefined ? {} : { error }) });
}
