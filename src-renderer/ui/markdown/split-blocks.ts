import { Lexer } from "marked";

/** A block of a Markdown text. `plain` has nothing in it that a Markdown parser would change. */
export type Block =
  | { readonly kind: "code"; readonly raw: string; readonly language: string; readonly source: string }
  | { readonly kind: "plain" | "marked"; readonly raw: string };

/** What may be a mark inside a paragraph: emphasis, code, a link, an entity, a formula, a hard break. */
const mark = /[*_`[\]<&\\~@$]|https?:|www\.| {2}\n/i;

/**
 * The blocks of a Markdown text. While a message streams only the last one changes, so only that one is parsed and drawn
 * again. Reference definitions and footnotes tie blocks together: such a text stays one block.
 */
export function splitBlocks(markdown: string): readonly Block[] {
  if (/^\s{0,3}\[[^\]]+\]:\s/m.test(markdown)) return [{ kind: "marked", raw: markdown }];
  const blocks: Block[] = [];
  // The blocks alone: what is inside a line is not looked at here.
  for (const token of new Lexer({ gfm: true }).blockTokens(markdown)) {
    const last = blocks.at(-1);
    if (token.type === "space" && last !== undefined)
      blocks[blocks.length - 1] = { ...last, raw: last.raw + token.raw };
    else if (token.type === "code" && "text" in token) {
      const language = /^\S+/.exec(String(token.lang ?? ""))?.[0] ?? "";
      blocks.push({ kind: "code", raw: token.raw, language, source: String(token.text) });
    } else {
      const isPlain = token.type === "paragraph" && !mark.test(token.raw);
      blocks.push({ kind: isPlain ? "plain" : "marked", raw: token.raw });
    }
  }
  return blocks;
}

/** The same for a text that grows: blocks that were whole are not looked at again. */
export function createBlockSplitter(): (markdown: string) => readonly Block[] {
  let settled: readonly Block[] = [];
  let length = 0;
  let before = "";
  return (text) => {
    const markdown = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
    const grew = markdown.startsWith(before.slice(0, length)) && length > 0;
    if (!grew) {
      settled = [];
      length = 0;
    }
    const blocks = [...settled, ...splitBlocks(markdown.slice(length))];
    before = markdown;
    // The last two may still change: a table or a list can take in what follows.
    settled = blocks.slice(0, -2);
    length = settled.reduce((sum, block) => sum + block.raw.length, 0);
    return blocks;
  };
}
