import { lexer, type Token, type Tokens } from "marked";

/** What a person reads of Markdown: its words without the marks, lists and tables as lines. */
export function plainText(markdown: string): string {
  return blocksOf(lexer(markdown)).join("\n\n").trim();
}

function blocksOf(tokens: readonly Token[]): readonly string[] {
  return tokens.map(blockOf).filter((block) => block.trim() !== "");
}

function blockOf(token: Token): string {
  switch (token.type) {
    case "list":
      return listOf(token as Tokens.List);
    case "table":
      return tableOf(token as Tokens.Table);
    case "blockquote":
      return blocksOf(token.tokens ?? []).join("\n\n");
    case "code":
      return token.text;
    case "space":
    case "hr":
    case "def":
      return "";
    default:
      return wordsOf(token);
  }
}

function listOf({ items, ordered, start }: Tokens.List): string {
  const first = typeof start === "number" ? start : 1;
  return items
    .map((item, index) => {
      const mark = ordered ? `${first + index}. ` : "- ";
      const [head = "", ...rest] = blocksOf(item.tokens).join("\n").split("\n");
      return [`${mark}${head}`, ...rest.map((line) => `${" ".repeat(mark.length)}${line}`)].join("\n");
    })
    .join("\n");
}

function tableOf({ header, rows }: Tokens.Table): string {
  return [header, ...rows]
    .map((cells) => cells.map(({ tokens }) => tokens.map(wordsOf).join("")).join("\t"))
    .join("\n");
}

/** A link is its words with its address behind, where that says more. */
function wordsOf(token: Token): string {
  if (token.type === "br") return "\n";
  const inner = "tokens" in token && token.tokens !== undefined ? token.tokens.map(wordsOf).join("") : undefined;
  if (token.type === "link" && inner !== undefined && inner !== token.href) return `${inner} (${token.href})`;
  if (inner !== undefined) return inner;
  return "text" in token && typeof token.text === "string" ? token.text : token.raw;
}
