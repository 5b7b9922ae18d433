import type { Stats } from "node:fs";

/** Why this is nothing to read or write, or null for an ordinary file. */
export function notAFile(stats: Stats, display: string): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return `${display} is a folder: use list_dir.`;
  return `${display} is a special file (device, pipe or socket) and is not touched.`;
}
