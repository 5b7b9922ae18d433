import { lexer } from "marked";

/**
 * The blocks of a Markdown text, as text. While a message streams only the last one changes, so only that one is parsed
 * and drawn again. Reference definitions and footnotes tie blocks together: such a text stays one block.
 */
export function splitBlocks(markdown: string): readonly string[] {
  if (/^\s{0,3}\[[^\]]+\]:\s/m.test(markdown)) return [markdown];
  const blocks: string[] = [];
  for (const token of lexer(markdown, { gfm: true })) {
    if (token.type === "space" && blocks.length > 0) blocks[blocks.length - 1] += token.raw;
    else blocks.push(token.raw);
  }
  return blocks;
}

/** The same for a text that grows: blocks that were whole are not looked at again. */
export function createBlockSplitter(): (markdown: string) => readonly string[] {
  let settled: readonly string[] = [];
  let length = 0;
  let before = "";
  return (markdown) => {
    const grew = markdown.startsWith(before.slice(0, length)) && length > 0;
    if (!grew) {
      settled = [];
      length = 0;
    }
    const blocks = [...settled, ...splitBlocks(markdown.slice(length))];
    before = markdown;
    // The last two may still change: a table or a list can take in what follows.
    settled = blocks.slice(0, -2);
    length = settled.reduce((sum, block) => sum + block.length, 0);
    return blocks;
  };
}
