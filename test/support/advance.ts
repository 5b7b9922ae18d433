import type { ChildProcess } from "node:child_process";
import type { Advance, SetTimers } from "./advanced-command.ts";

/** What gives a process a clock that `advance` puts on: for its `NODE_OPTIONS`. */
export const ownClock = `--import=${new URL("advanced-command.ts", import.meta.url)}`;

/**
 * Puts the clock of the process on: what is due meanwhile happens at once. Resolves with how long each timer was that it set since the
 * last time, in milliseconds.
 */
export function advance(process: ChildProcess, ms: number): Promise<readonly number[]> {
  const sent: Advance = { advanceMs: ms };
  return new Promise((resolve) => {
    const onMessage = (answer: Partial<SetTimers>): void => {
      if (answer.setTimers === undefined) return;
      process.off("message", onMessage);
      resolve(answer.setTimers);
    };
    process.on("message", onMessage);
    process.send(sent);
  });
}
