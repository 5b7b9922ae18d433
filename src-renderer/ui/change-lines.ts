/** A change without the two lines that name its file: what shows it says which one it is. A line of the change itself stays. */
export function changeLines(diff: string): string {
  const [before = "", after = "", ...lines] = diff.split("\n");
  return before.startsWith("--- ") && after.startsWith("+++ ") ? lines.join("\n") : diff;
}
