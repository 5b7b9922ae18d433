import { Fragment, type ReactNode, useEffect, useMemo, useState } from "react";
import { type ApprovalLine, type LinePart, layOutBody, layOutLine } from "../../src-preload/contract/approval-lines.ts";
import type { BodyKind } from "../../src-preload/contract/records.ts";
import type { WordPiece } from "./changed-words.ts";
import styles from "./shown-lines.module.css";
import { text } from "./text.ts";

interface ShownLinesProps {
  readonly body: string;
  readonly bodyKind: BodyKind;
  /** Words to look at twice. */
  readonly strong?: readonly string[];
  readonly first?: number;
  readonly last?: number;
  /** Each line of a change has a button that names it. */
  readonly onLine?: (line: NumberedLine) => void;
  /** What stands below a line of a change. */
  readonly below?: (line: LinePlace) => ReactNode;
}

/** Which line of a change: `number` counts on its own side. */
interface LinePlace {
  readonly kind: "context" | "added" | "removed";
  readonly number: number;
}

/** A line of a change as it is pressed. */
export interface NumberedLine extends LinePlace {
  readonly text: string;
}

/** A command, a change or a text as lines: a long one shows its start, its end and a count between them. */
export function ShownLines({ body, bodyKind, strong = [], first = 12, last = 6, onLine, below }: ShownLinesProps) {
  const [isWhole, setWhole] = useState(false);
  const lines = useMemo(
    () => layOutBody({ body, bodyKind }, { first, last, isWhole }),
    [body, bodyKind, first, last, isWhole],
  );
  const words = useChangedWords(bodyKind === "diff" ? lines : noLines);
  const isFolded = lines.some(hasMore);
  return (
    <div className={bodyKind === "diff" ? styles.lines : `${styles.lines} ${styles.hasNoNumbers}`}>
      <div className={styles.code} tabIndex={0} role="group" aria-label={text("diff.label")}>
        {lines.map((line, index) => (
          <Fragment key={`${String(index)}${line.kind}`}>
            <Line line={line} words={words.get(index)} strong={strong} onLine={onLine} />
            {"number" in line ? below?.(line) : null}
          </Fragment>
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

const noLines: readonly ApprovalLine[] = [];
const noWords: ReadonlyMap<number, readonly WordPiece[]> = new Map();

/** What was changed inside of lines, by their place; it comes a moment after the lines. */
function useChangedWords(lines: readonly ApprovalLine[]): ReadonlyMap<number, readonly WordPiece[]> {
  const [found, setFound] = useState({ lines: noLines, words: noWords });
  useEffect(() => {
    if (!lines.some(({ kind }) => kind === "removed")) return;
    let isCurrent = true;
    void import("./changed-words.ts").then(({ changedWords }) => {
      if (isCurrent) setFound({ lines, words: changedWords(lines) });
    });
    return () => {
      isCurrent = false;
    };
  }, [lines]);
  return found.lines === lines ? found.words : noWords;
}

/** Words on one line, a title or a path: a run of blanks and a long middle are counted. */
export function Parts({ text: words }: { readonly text: string }) {
  return layOutLine(words).map((part, index) => <Part key={`${String(index)}${part.kind}`} part={part} />);
}

function hasMore(line: ApprovalLine): boolean {
  return line.kind === "more-lines" || ("parts" in line && line.parts.some((part) => part.kind === "more"));
}

const signs = { context: "", added: "+", removed: "−" } as const;

interface LineProps {
  readonly line: ApprovalLine;
  /** Its pieces, where a part of it is new or gone. */
  readonly words: readonly WordPiece[] | undefined;
  readonly strong: readonly string[];
  readonly onLine: ShownLinesProps["onLine"];
}

function Line({ line, words, strong, onLine }: LineProps) {
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
      <span>
        <LineNumber line={line} onLine={onLine} />
      </span>
      <span>{"number" in line ? signs[line.kind] : ""}</span>
      <span>
        {words === undefined
          ? line.parts.map((part, index) => <Part key={`${String(index)}${part.kind}`} part={part} strong={strong} />)
          : words.map((piece, index) => <Word key={String(index)} piece={piece} />)}
      </span>
    </div>
  );
}

function LineNumber({ line, onLine }: { readonly line: ApprovalLine; readonly onLine: ShownLinesProps["onLine"] }) {
  if (!("number" in line) || line.number === 0) return null;
  const { kind, number } = line;
  if (onLine === undefined) return number;
  const words = line.parts.map((part) => (part.kind === "text" ? part.text : " ")).join("");
  return (
    <button
      type="button"
      className={styles.number}
      aria-label={text(kind === "removed" ? "changes.commentOnRemoved" : "changes.commentOn", { number })}
      onClick={() => onLine({ kind, number, text: words })}
    >
      {number}
    </button>
  );
}

function Word({ piece }: { readonly piece: WordPiece }) {
  return piece.isChanged ? <mark>{piece.text}</mark> : piece.text;
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
