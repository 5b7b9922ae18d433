import { Lexer, type Token, Tokenizer, type Tokens } from "marked";

/** Longer ones are not drawn. */
const maxFormula = 3000;
/** Of a paragraph, lines that may begin a formula and are looked at. */
const maxStarts = 50;
const formulaStart = /^ {0,3}(\$\$|\\\[)/;
const tagLine = /^\n {0,3}<[a-z!/?]/i;
const formulaInside = /\n(?= {0,3}(?:\$\$|\\\[))/g;

interface FormulaBlock {
  readonly raw: string;
  readonly tex: string;
  readonly isWhole: boolean;
}

/**
 * A formula with lines of its own, at the beginning of a text. One that begins on the line of its mark holds no blank
 * line. `isOpenEnd`: its end may still come.
 */
function formulaAt(source: string, isOpenEnd: boolean): FormulaBlock | null {
  const start = formulaStart.exec(source);
  if (start === null) return null;
  const from = start[0].length;
  const room = source.slice(from, from + maxFormula);
  const end = room.indexOf(start[1] === "$$" ? "$$" : "\\]");
  if (end < 0 && !(isOpenEnd && from + room.length === source.length)) return null;
  const tex = end < 0 ? room : room.slice(0, end);
  if (tex.includes("`") || (!/^[ \t]*\n/.test(tex) && /\n[ \t]*\n/.test(tex))) return null;
  if (end < 0) return { raw: source, tex, isWhole: false };
  const after = /^[ \t]*(?:\n|$)/.exec(source.slice(from + end + 2, from + end + 200));
  if (tex.trim() === "" || after === null) return null;
  return { raw: source.slice(0, from + end + 2 + after[0].length), tex: tex.trim(), isWhole: true };
}

/** What stands in angle brackets is text, and a formula ends the paragraph above it. */
class BlockTokenizer extends Tokenizer {
  readonly #isOpenEnd: boolean;

  constructor(isOpenEnd: boolean) {
    super();
    this.#isOpenEnd = isOpenEnd;
  }

  override html(): undefined {
    return undefined;
  }

  override paragraph(source: string): Tokens.Paragraph | undefined {
    const found = this.#wholeParagraph(source);
    if (found === undefined) return undefined;
    let left = maxStarts;
    for (const line of found.raw.matchAll(formulaInside)) {
      left -= 1;
      if (left < 0) break;
      const at = line.index + 1;
      if (formulaAt(source.slice(at), this.#isOpenEnd) !== null) return this.#wholeParagraph(source.slice(0, at));
    }
    return found;
  }

  /** A line of tags ends none. */
  #wholeParagraph(source: string): Tokens.Paragraph | undefined {
    let found = super.paragraph(source);
    for (;;) {
      const rest = source.slice(found?.raw.length ?? source.length);
      if (found === undefined || !tagLine.test(rest)) return found;
      const more = super.paragraph(rest.slice(1));
      if (more === undefined) return found;
      found = { ...found, raw: `${found.raw}\n${more.raw}`, text: `${found.text}\n${more.text}` };
    }
  }
}

/** The blocks of a Markdown text, without a look inside their lines. */
export function lexBlocks(markdown: string, isOpenEnd: boolean): readonly Token[] {
  const formula = (source: string): Tokens.Generic | undefined => {
    const found = formulaAt(source, isOpenEnd);
    return found === null ? undefined : { type: "formula", ...found };
  };
  const options = {
    gfm: true,
    tokenizer: new BlockTokenizer(isOpenEnd),
    extensions: { renderers: {}, childTokens: {}, block: [formula] },
  };
  return new Lexer(options).blockTokens(markdown);
}
