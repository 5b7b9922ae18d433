/*
 * What was thrown, read: whatever a `catch` gets is of type `unknown`.
 */

/** The system's word for a failure, e.g. `ENOSPC`; null when the error has none. */
export function systemCodeOf(thrown: unknown): string | null {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : null;
}

/** The file or a folder on the way to it does not exist. */
export function isMissing(thrown: unknown): boolean {
  const code = systemCodeOf(thrown);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Its message; the value itself as text where something else than an error was thrown. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
