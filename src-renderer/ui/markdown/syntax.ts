import type { Extension as TreeExtension } from "mdast-util-from-markdown";
import { gfmAutolinkLiteralFromMarkdown } from "mdast-util-gfm-autolink-literal";
import { gfmFootnoteFromMarkdown } from "mdast-util-gfm-footnote";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { mathFromMarkdown } from "mdast-util-math";
import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import { gfmFootnote } from "micromark-extension-gfm-footnote";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import { math } from "micromark-extension-math";
import type { Extension } from "micromark-util-types";
import type { Options } from "react-markdown";
import remarkCjkFriendly from "remark-cjk-friendly/parseOnly";
import remarkCjkStrikethrough from "remark-cjk-friendly-gfm-strikethrough/parseOnly";
import { addressSyntax } from "./address-syntax.ts";
import { keepText } from "./keep-text.ts";
import { texSyntax, texTree } from "./tex-syntax.ts";

/** What stands in angle brackets is text like any other. */
const noHtml: Extension = { disable: { null: ["htmlFlow", "htmlText"] } };

/** Addresses are found while a line is read, not looked for once more in its text. */
const { transforms: _, ...addressTree } = gfmAutolinkLiteralFromMarkdown();

const syntax: readonly Extension[] = [
  gfmAutolinkLiteral(),
  gfmFootnote(),
  gfmTable(),
  gfmTaskListItem(),
  math({ singleDollarTextMath: false }),
  addressSyntax,
  texSyntax,
  noHtml,
];

const tree: readonly TreeExtension[] = [
  addressTree,
  gfmFootnoteFromMarkdown(),
  gfmStrikethroughFromMarkdown(),
  gfmTableFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
  mathFromMarkdown(),
  texTree,
];

interface ParserData {
  micromarkExtensions?: Extension[];
  fromMarkdownExtensions?: (TreeExtension | TreeExtension[])[];
}

/** The Markdown of answers: GitHub's without HTML, with formulas; a parser reads it so once this is among its plugins. */
function perchMarkdown(this: { data(): object }): void {
  const data: ParserData = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), ...syntax];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), ...tree];
}

export const markdownPlugins: Options["remarkPlugins"] = [
  perchMarkdown,
  remarkCjkFriendly,
  [remarkCjkStrikethrough, { singleTilde: false }],
  keepText,
];
