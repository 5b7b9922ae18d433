/** `30 Nov 2026, 14:01`, as the person's language writes it. */
export function momentWords(at: number): string {
  return new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}
