import { useState } from "react";
import { text } from "./text.ts";

export interface DiffLine {
  readonly kind: "context" | "added" | "removed";
  readonly number: number;
  readonly text: string;
}

/** The lines of a unified diff, with the number each has on its own side. */
export function readDiff(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let before = 0;
  let after = 0;
  for (const line of diff.split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk !== null) {
      before = Number(hunk[1]);
      after = Number(hunk[2]);
    } else if (before === 0 && after === 0) continue;
    else if (line.startsWith("+")) lines.push({ kind: "added", number: after++, text: line.slice(1) });
    else if (line.startsWith("-")) lines.push({ kind: "removed", number: before++, text: line.slice(1) });
    else if (line.startsWith(" ")) {
      lines.push({ kind: "context", number: after++, text: line.slice(1) });
      before += 1;
    }
  }
  return lines;
}

export function diffCounts(diff: string): { readonly added: number; readonly removed: number } {
  const lines = readDiff(diff);
  const count = (kind: DiffLine["kind"]): number => lines.filter((line) => line.kind === kind).length;
  return { added: count("added"), removed: count("removed") };
}

const signs = { context: "", added: "+", removed: "−" } as const;
const classes = { context: "ctx", added: "a", removed: "r" } as const;
const shownLines = 12;

/** A change as lines with number and sign. Long ones show their start and a count. */
export function Diff({ diff, whole = false }: { readonly diff: string; readonly whole?: boolean }) {
  const [opened, setOpened] = useState(whole);
  const lines = readDiff(diff);
  const shown = opened ? lines : lines.slice(0, shownLines);
  const more = lines.length - shown.length;
  return (
    <div className="diff">
      <div className={opened ? "code wrap" : "code"}>
        {shown.map((line, index) => (
          <div key={`${String(index)}${line.kind}`} className={`dl ${classes[line.kind]}`}>
            <span>{line.number === 0 ? "" : line.number}</span>
            <span>{signs[line.kind]}</span>
            <span>{line.text}</span>
          </div>
        ))}
      </div>
      {more > 0 ? (
        <div className="foot">
          <button type="button" className="link" onClick={() => setOpened(true)}>
            {text("diff.more", { count: more })}
          </button>
        </div>
      ) : null}
    </div>
  );
}
