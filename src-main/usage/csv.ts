import type { LedgerCall } from "../../src-preload/contract/usage.ts";

const columns = [
  "time",
  "sessionKey",
  "runId",
  "purpose",
  "model",
  "inputTokens",
  "outputTokens",
  "cachedTokens",
  "reasoningTokens",
  "estimated",
  "cost",
  "firstTokenMs",
  "durationMs",
  "error",
  "cacheWriteTokens",
  "charged",
  "audioSeconds",
] as const satisfies readonly (keyof LedgerCall)[];

/** The first line of the file. */
export const csvHead = columns.join(",");

/** One call as a line (RFC 4180). */
export function csvLine(call: LedgerCall): string {
  return columns.map((column) => field(call[column])).join(",");
}

function field(value: LedgerCall[(typeof columns)[number]]): string {
  if (value === null || value === undefined) return "";
  // A table program takes a text that begins like a formula for one.
  const words = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
}
