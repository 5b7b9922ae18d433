import { revealWords } from "../../../src-preload/contract/reveal-controls.ts";

/** Where a text holds what a reader cannot see. */
export interface HiddenLetter {
  /** From 1 on. */
  readonly line: number;
  /** As `<202E>`. */
  readonly letter: string;
}

/** The first letter that is not shown: no width, another direction, tags. Null where all of the text can be seen. */
export function hiddenLetter(content: string): HiddenLetter | null {
  const lines = content.split("\n");
  for (const [index, line] of lines.entries()) {
    const plain = line.endsWith("\r") ? line.slice(0, -1) : line;
    const shown = revealWords(plain);
    if (shown === plain) continue;
    const at = [...plain].findIndex((letter, place) => letter !== [...shown][place]);
    const from = [...shown].slice(at).join("");
    return { line: index + 1, letter: /^<[0-9A-F]+>/.exec(from)?.[0] ?? from.slice(0, 1) };
  }
  return null;
}
