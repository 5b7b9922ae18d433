import { Lexer } from "marked";
import { hardnessOf, maxCost, maxItems, structureOf } from "./hardness.ts";

/**
 * A block of a Markdown text. `plain` has nothing in it that a Markdown parser would change, `hard` is not handed to one.
 * `cost` is told in marks.
 */
export type Block =
  | {
      readonly kind: "code";
      readonly raw: string;
      readonly cost: number;
      readonly language: string;
      readonly source: string;
    }
  | { readonly kind: "plain" | "marked" | "hard"; readonly raw: string; readonly cost: number };

/** What may be a mark inside a paragraph: emphasis, code, a link, an entity, a formula, a hard break. */
const mark = /[*_`[\]<&\\~@$]|https?:|www\.| {2}\n/i;
const definition = /^ {0,3}\[[^\]\n]{1,999}\]:\s/m;
/** What any block costs beside its marks: a parser of its own, and elements in the page. */
const blockCost = 10;

/**
 * The blocks of a Markdown text. While a message streams only the last one changes, so only that one is parsed and drawn
 * again. Reference definitions and footnotes tie blocks together: such a text stays one block, unless that is too hard.
 */
export function splitBlocks(markdown: string): readonly Block[] {
  if (definition.test(markdown)) {
    const { cost, isTooHard } = hardnessOf(markdown);
    if (!isTooHard) return [{ kind: "marked", raw: markdown, cost }];
  }
  return easyParts(markdown).flatMap(({ text, isHard }) =>
    isHard ? [{ kind: "hard" as const, raw: text, cost: 1 }] : blocksOf(text),
  );
}

interface Part {
  readonly text: string;
  readonly isHard: boolean;
}

/** Runs of paragraphs that can be looked at for blocks, and between them those that cannot. */
function easyParts(markdown: string): readonly Part[] {
  const parts: Part[] = [];
  let items = 0;
  for (const text of markdown.split(/(?<=\n[ \t]*\n)/)) {
    const structure = structureOf(text);
    items += structure.items;
    const isHard = structure.isTooHard || items > maxItems;
    const last = parts.at(-1);
    if (last?.isHard === isHard) parts[parts.length - 1] = { text: last.text + text, isHard };
    else parts.push({ text, isHard });
  }
  return parts;
}

function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  // The blocks alone: what is inside a line is not looked at here.
  for (const token of new Lexer({ gfm: true }).blockTokens(markdown)) {
    const last = blocks.at(-1);
    if (token.type === "space" && last !== undefined)
      blocks[blocks.length - 1] = { ...last, raw: last.raw + token.raw };
    else if (token.type === "code" && "text" in token) {
      const language = /^\S+/.exec(String(token.lang ?? ""))?.[0] ?? "";
      blocks.push({ kind: "code", raw: token.raw, cost: blockCost, language, source: String(token.text) });
    } else if (token.type === "space" || (token.type === "paragraph" && !mark.test(token.raw))) {
      blocks.push({ kind: "plain", raw: token.raw, cost: 1 });
    } else {
      const { cost, isTooHard } = hardnessOf(token.raw);
      blocks.push({ kind: isTooHard ? "hard" : "marked", raw: token.raw, cost: cost + blockCost });
    }
  }
  return blocks;
}

/** What a text may cost is spent from its beginning on; what is left then is drawn as it is, in one piece. */
export function boundBlocks(blocks: readonly Block[]): readonly Block[] {
  const bound: Block[] = [];
  let spent = 0;
  for (const block of blocks) {
    if (spent + block.cost > maxCost) spent = maxCost;
    else spent += block.kind === "hard" ? 0 : block.cost;
    const isHard = block.kind === "hard" || spent >= maxCost;
    const last = bound.at(-1);
    if (isHard && last?.kind === "hard") bound[bound.length - 1] = { ...last, raw: last.raw + block.raw };
    else bound.push(isHard ? { kind: "hard", raw: block.raw, cost: 0 } : block);
  }
  return bound;
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
    return boundBlocks(blocks);
  };
}
