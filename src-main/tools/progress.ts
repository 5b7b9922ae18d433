import { tailOf } from "../text-ends.ts";
import { plainTerminalText } from "./terminal-text.ts";
import type { ToolContext } from "./tool.ts";

const intervalMs = 100;
const maxChars = 4000;

/** Passes live output on, at most once every 100 ms and each time at most the last 4,000 characters. */
export interface Progress {
  add(text: string): void;
  /** Passes on what is left. */
  finish(): void;
}

export function createProgress(context: Pick<ToolContext, "clock" | "progress">): Progress {
  let waiting = "";
  let timer: Disposable | null = null;
  let lastAt = Number.NEGATIVE_INFINITY;

  const flush = () => {
    timer?.[Symbol.dispose]();
    timer = null;
    if (waiting === "") return;
    lastAt = context.clock.monotonic();
    const text = plainTerminalText(waiting);
    waiting = "";
    if (text !== "") context.progress(text);
  };
  return {
    add(text) {
      waiting = tailOf(waiting + text, maxChars);
      const due = lastAt + intervalMs - context.clock.monotonic();
      if (due <= 0) flush();
      else timer ??= context.clock.setTimer(due, flush);
    },
    finish: flush,
  };
}
