/** A line of a unified diff. `number` counts on the line's own side; what belongs to no hunk is a line as well. */
export type DiffLine =
  | { readonly kind: "context" | "added" | "removed"; readonly number: number; readonly text: string }
  | { readonly kind: "hunk" | "other"; readonly text: string };

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * The lines of a unified diff. None is dropped: what is no line of a hunk (a name, `\ No newline at end of file`, a note,
 * anything before the first hunk or behind the last) comes as it is, so that nothing can hide in a diff.
 */
export function readDiff(diff: string): readonly DiffLine[] {
  if (diff === "") return [];
  const at = { before: 0, after: 0, beforeLeft: 0, afterLeft: 0 };
  return diff.split("\n").map((line): DiffLine => {
    const head = hunkHead.exec(line);
    if (head !== null) {
      at.before = Number(head[1]);
      at.after = Number(head[3]);
      at.beforeLeft = Number(head[2] ?? 1);
      at.afterLeft = Number(head[4] ?? 1);
      return { kind: "hunk", text: line };
    }
    const sign = line.charAt(0);
    const text = line.slice(1);
    if (sign === "+" && at.afterLeft > 0) {
      at.afterLeft -= 1;
      return { kind: "added", number: at.after++, text };
    }
    if (sign === "-" && at.beforeLeft > 0) {
      at.beforeLeft -= 1;
      return { kind: "removed", number: at.before++, text };
    }
    if (sign === " " && at.beforeLeft > 0 && at.afterLeft > 0) {
      at.beforeLeft -= 1;
      at.afterLeft -= 1;
      at.before += 1;
      return { kind: "context", number: at.after++, text };
    }
    // Behind a line that belongs to none, numbers would be guessed.
    if (sign !== "\\") at.beforeLeft = at.afterLeft = 0;
    return { kind: "other", text: line };
  });
}
