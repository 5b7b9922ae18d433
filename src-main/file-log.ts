import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "./host.ts";

/** Warnings and errors, one JSON object a line and a file a day. A log that cannot be written stops nothing. */
export function createFileLog(folder: string, debug: boolean): Log {
  return (level, message, data) => {
    if ((level === "debug" || level === "info") && !debug) return;
    const time = new Date().toISOString();
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const line = `${JSON.stringify({ time, level, message, ...data })}\n`;
      appendFileSync(join(folder, `${time.slice(0, 10)}.jsonl`), line, { mode: 0o600 });
    } catch (cause) {
      if (debug) process.stderr.write(`log: ${String(cause)}\n`);
    }
  };
}
