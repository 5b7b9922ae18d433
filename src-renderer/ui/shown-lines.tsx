import { useState } from "react";
import { type ApprovalLine, type LinePart, layOutBody, layOutLine } from "../../src-preload/contract/approval-lines.ts";
import type { BodyKind } from "../../src-preload/contract/records.ts";
import styles from "./shown-lines.module.css";
import { text } from "./text.ts";

interface ShownLinesProps {
  readonly body: string;
  readonly bodyKind: BodyKind;
  /** Words to look at twice. */
  readonly strong?: readonly string[];
  readonly first?: number;
  readonly last?: number;
}

/** A command, a change or a text as lines: a long one shows its start, its end and a count between them. */
export function ShownLines({ body, bodyKind, strong = [], first = 12, last = 6 }: ShownLinesProps) {
  const [isWhole, setWhole] = useState(false);
  const lines = layOutBody({ body, bodyKind }, { first, last, isWhole });
  const isFolded = lines.some(hasMore);
  return (
    <div className={bodyKind === "diff" ? styles.lines : `${styles.lines} ${styles.hasNoNumbers}`}>
      <div className={styles.code} tabIndex={0} role="region" aria-label={text("diff.label")}>
        {lines.map((line, index) => (
          <Line key={`${String(index)}${line.kind}`} line={line} strong={strong} />
        ))}
      </div>
      {isFolded ? (
        <div className={styles.foot}>
          <button type="button" className="link" onClick={() => setWhole(true)}>
            {text("diff.whole")}
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** Words on one line, a title or a path: a run of blanks and a long middle are counted. */
export function Parts({ text: words }: { readonly text: string }) {
  return layOutLine(words).map((part, index) => <Part key={`${String(index)}${part.kind}`} part={part} />);
}

function hasMore(line: ApprovalLine): boolean {
  return line.kind === "more-lines" || ("parts" in line && line.parts.some((part) => part.kind === "more"));
}

const signs = { context: "", added: "+", removed: "−" } as const;

function Line({ line, strong }: { readonly line: ApprovalLine; readonly strong: readonly string[] }) {
  if (line.kind === "more-lines" || line.kind === "blank-lines") {
    return (
      <p className={styles.counted} data-counted="">
        {text(line.kind === "more-lines" ? "diff.more" : "diff.blankLines", line)}
      </p>
    );
  }
  if (line.kind === "gap") return <hr className={styles.gap} data-kind="gap" />;
  return (
    <div className={styles.line} data-kind={line.kind}>
      <span>{"number" in line && line.number > 0 ? line.number : ""}</span>
      <span>{"number" in line ? signs[line.kind] : ""}</span>
      <span>
        {line.parts.map((part, index) => (
          <Part key={`${String(index)}${part.kind}`} part={part} strong={strong} />
        ))}
      </span>
    </div>
  );
}

function Part({ part, strong = [] }: { readonly part: LinePart; readonly strong?: readonly string[] }) {
  if (part.kind === "text") return strong.length === 0 ? part.text : <Strong words={part.text} strong={strong} />;
  return (
    <span className={styles.counted} data-counted="">
      {text(part.kind === "more" ? "diff.moreInLine" : "diff.blanks", part)}
    </span>
  );
}

/** The same words, those to look at twice in bold; only where they stand alone. */
function Strong({ words, strong }: { readonly words: string; readonly strong: readonly string[] }) {
  const any = strong.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const parts = words.split(new RegExp(`((?<![\\w./-])(?:${any})(?![\\w./-]))`));
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <b key={`${String(index)}${part}`} className={styles.strong}>
        {part}
      </b>
    ),
  );
}
