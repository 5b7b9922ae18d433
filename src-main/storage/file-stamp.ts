/** A time as a part of a file name, UTC, sortable, legal everywhere: `20261127T230100123Z`. */
export function fileStamp(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:.]/g, "");
}

/** The time that such a name begins with. */
export function timeOfStamp(name: string): number {
  return Date.parse(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/s, "$1-$2-$3T$4:$5:$6.$7Z"));
}
