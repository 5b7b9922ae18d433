import type { McpLogLine } from "../../src-preload/contract/mcp.ts";

/** So many of a server's lines are kept. */
const keptLines = 500;

/** What is known of a log and what is told of it: lines are told a little later, so that a snapshot may hold them already. */
export function mergeLines(known: readonly McpLogLine[], told: readonly McpLogLine[]): readonly McpLogLine[] {
  let held = Math.min(known.length, told.length);
  while (held > 0 && !endsWith(known, told.slice(0, held))) held -= 1;
  return [...known, ...told.slice(held)].slice(-keptLines);
}

function endsWith(lines: readonly McpLogLine[], end: readonly McpLogLine[]): boolean {
  const from = lines.length - end.length;
  return end.every(({ time, from: who, text }, index) => {
    const line = lines[from + index];
    return line !== undefined && line.time === time && line.from === who && line.text === text;
  });
}
