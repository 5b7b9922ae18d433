import { revealLine } from "../../src-preload/contract/reveal-controls.ts";
import styles from "./marked-letters.module.css";
import { matchName } from "./match.ts";

interface MarkedLettersProps {
  readonly words: string;
  /** What was typed. */
  readonly typed: string;
}

/** A name with the letters in bold that were typed of it. */
export function MarkedLetters({ words, typed }: MarkedLettersProps) {
  const shown = revealLine(words);
  const marked = new Set(matchName(shown, typed)?.at ?? []);
  if (marked.size === 0) return <>{shown}</>;
  return (
    <>
      {partsOf(shown, marked).map((part) =>
        part.isMarked ? (
          <b key={part.from} className={styles.marked}>
            {part.words}
          </b>
        ) : (
          part.words
        ),
      )}
    </>
  );
}

interface Part {
  readonly from: number;
  readonly words: string;
  readonly isMarked: boolean;
}

function partsOf(words: string, marked: ReadonlySet<number>): readonly Part[] {
  const parts: Part[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const isMarked = marked.has(index);
    const last = parts.at(-1);
    const sign = words.charAt(index);
    if (last !== undefined && last.isMarked === isMarked)
      parts[parts.length - 1] = { ...last, words: last.words + sign };
    else parts.push({ from: index, words: sign, isMarked });
  }
  return parts;
}
