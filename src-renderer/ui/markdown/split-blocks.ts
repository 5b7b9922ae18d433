import type { Token } from "marked";
import { lexBlocks } from "./block-lexer.ts";
import { hardnessOf, maxCost, maxItems, structureOf } from "./hardness.ts";
import { widenFences } from "./nested-fences.ts";

/**
 * A block of a Markdown text. `plain` has nothing in it that a Markdown parser would change, `hard` is not handed to one,
 * `held` is the beginning of something that cannot be drawn before more of it is there. `cost` is told in marks.
 */
export type Block =
  | {
      readonly kind: "code";
      readonly raw: string;
      readonly cost: number;
      readonly language: string;
      /** What stands behind the language. */
      readonly info: string;
      readonly source: string;
    }
  | { readonly kind: "formula"; readonly raw: string; readonly cost: number; readonly tex: string }
  | { readonly kind: "plain" | "marked" | "hard" | "held"; readonly raw: string; readonly cost: number };

/** What may be a mark inside a paragraph: emphasis, code, a link, an entity, a formula, a hard break. */
const mark = /[*_`[\]<&\\~@$]|https?:|www\.| {2}\n/i;
const definition = /^ {0,3}\[[^\]\n]{1,999}\]:\s/m;
/** What any block costs beside its marks: a parser of its own, and elements in the page. */
const blockCost = 10;

/** The head of a table whose rule is not there yet, or only the beginning of it. */
const tableHead = /(?:^|\n)( {0,3}\|[^\n]*(?:\n[ \t|:-]*)?)$/;

/**
 * The blocks of a Markdown text. While a message streams only the last one changes, so only that one is parsed and drawn
 * again. Reference definitions and footnotes tie blocks together: such a text stays one block, unless that is too hard.
 * `isOpenEnd`: more may come.
 */
export function splitBlocks(markdown: string, isOpenEnd = false): readonly Block[] {
  if (definition.test(markdown)) {
    const { cost, isTooHard } = hardnessOf(markdown);
    if (!isTooHard) return [{ kind: "marked", raw: markdown, cost }];
  }
  const parts = easyParts(markdown);
  return parts.flatMap(({ text, isHard }, index): readonly Block[] => {
    if (isHard) return [{ kind: "hard", raw: text, cost: 1 }];
    const isTail = isOpenEnd && index === parts.length - 1;
    const tokens = lexBlocks(text, isTail);
    const blocks = tokens.reduce<Block[]>(addBlock, []);
    return isTail && tokens.findLast(({ type }) => type !== "space")?.type === "paragraph" ? holdTable(blocks) : blocks;
  });
}

/** The head of a table is not shown as a paragraph first. */
function holdTable(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.at(-1);
  if (last === undefined) return blocks;
  const found = tableHead.exec(last.raw);
  if (found === null) return blocks;
  const head = found[1] ?? "";
  const before = last.raw.slice(0, last.raw.length - head.length);
  const held: Block = { kind: "held", raw: head, cost: 1 };
  return [...blocks.slice(0, -1), ...(before === "" ? [] : [{ ...last, raw: before }]), held];
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

function addBlock(blocks: Block[], token: Token): Block[] {
  const last = blocks.at(-1);
  if (token.type === "space" && last !== undefined) blocks[blocks.length - 1] = { ...last, raw: last.raw + token.raw };
  else blocks.push(blockOf(token));
  return blocks;
}

function blockOf(token: Token): Block {
  const { raw } = token;
  if (token.type === "code" && "text" in token) {
    const [, language = "", info = ""] = /^(\S*)\s*(.*)$/.exec(String(token.lang ?? "")) ?? [];
    return { kind: "code", raw, cost: blockCost, language, info, source: String(token.text) };
  }
  if (token.type === "space" || (token.type === "paragraph" && !mark.test(raw))) return { kind: "plain", raw, cost: 1 };
  const { cost, isTooHard } = hardnessOf(raw);
  if (isTooHard) return { kind: "hard", raw, cost: cost + blockCost };
  if (token.type === "formula" && "tex" in token) {
    if (token["isWhole"] !== true) return { kind: "held", raw, cost: 1 };
    return { kind: "formula", raw, cost: cost + blockCost, tex: String(token["tex"]) };
  }
  return { kind: "marked", raw, cost: cost + blockCost };
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

/**
 * The same for a text that grows: blocks that were whole are not looked at again while more may come. A text that is whole
 * is looked at as a whole, so that its blocks are the same however it came in.
 */
export function createBlockSplitter(): (text: string, isOpenEnd?: boolean) => readonly Block[] {
  let settled: readonly Block[] = [];
  let length = 0;
  let before = "";
  let whole: { readonly text: string; readonly blocks: readonly Block[] } | null = null;
  return (text, isOpenEnd = false) => {
    if (!isOpenEnd && whole?.text === text) return whole.blocks;
    const markdown = widenFences(text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text, isOpenEnd);
    if (!isOpenEnd) {
      settled = [];
      length = 0;
      whole = { text, blocks: boundBlocks(splitBlocks(markdown)) };
      return whole.blocks;
    }
    const grew = markdown.startsWith(before.slice(0, length)) && length > 0;
    if (!grew) {
      settled = [];
      length = 0;
    }
    const blocks = [...settled, ...splitBlocks(markdown.slice(length), true)];
    before = markdown;
    // The last two may still change: a table or a list can take in what follows.
    settled = blocks.slice(0, -2);
    length = settled.reduce((sum, block) => sum + block.raw.length, 0);
    return boundBlocks(blocks);
  };
}
