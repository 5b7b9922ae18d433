/** A time as a part of a file name, UTC, sortable, legal everywhere: `20261127T230100123Z`. */
export function fileStamp(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:.]/g, "");
}
