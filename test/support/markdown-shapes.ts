/** Texts that make a Markdown parser work hard: each repeats a shape up to a size. Depth, pairs that never close, tables, references. */
export const shapeSize = 160_000;

const times =
  (piece: string, before = "", after = "") =>
  (size: number): string =>
    before + piece.repeat(Math.ceil((size - before.length - after.length) / piece.length)) + after;

/** `make` for each of as many lines as fit. */
const lines =
  (make: (index: number) => string) =>
  (size: number): string => {
    const made: string[] = [];
    for (let length = 0, index = 0; length < size; index += 1) {
      const line = make(index);
      made.push(line);
      length += line.length + 1;
    }
    return made.join("\n");
  };

const halves = (open: string, close: string) => (size: number) => {
  const count = Math.floor(size / (open.length + close.length));
  return open.repeat(count) + close.repeat(count);
};

export const markdownShapes: Readonly<Record<string, (size: number) => string>> = {
  "star letter underscore": times("*a_"),
  "star letter": times("*a "),
  "letter star": times("a* "),
  stars: times("*"),
  "stars and words": times("a**b"),
  "strong never closed": times("**a "),
  "both marks": times("*_"),
  underscores: times("_a "),
  tildes: times("~~a "),
  "one tilde": times("~a"),
  "runs of all lengths": lines((index) => `${"*".repeat(index % 50)}a`),
  quotes: times(">"),
  "quotes and blanks": times("> "),
  "a quote a line": lines((index) => `${">".repeat(index % 400)} a`),
  "lazy quotes": times("> a\nb\n"),
  "list in list in a line": times("- "),
  "numbers in a line": times("1. "),
  "list and quote": times("- > "),
  "nested list": lines((index) => `${"  ".repeat(index)}- a`),
  "nested list with blank lines": lines((index) => `${"  ".repeat(index)}- a\n`),
  "nested numbers": lines((index) => `${"   ".repeat(index)}1. a`),
  "nested by tabs": lines((index) => `${"\t".repeat(index)}- a`),
  "flat list": times("- a\n"),
  "loose list": times("- a\n\n"),
  "empty items": times("-\n"),
  "open brackets": times("["),
  "open images": times("!["),
  "open embeds": times("![["),
  "brackets and letters": times("[a"),
  "pairs of brackets": halves("[", "]"),
  "links in links": halves("[a](", ")"),
  "links never closed": times("[a](b "),
  "links with titles": times('[a](b "'),
  "link and brackets": times("[a](<b"),
  links: times("[a](b) "),
  images: times("![a](b) "),
  references: times("[a][b] "),
  definitions: lines((index) => `[a${index}]: /b`),
  "definitions and their uses": lines((index) => `[a${index}]: /b\n\n[a${index}]`),
  "definition never ended": times("[a]: ", "", "\n"),
  footnotes: lines((index) => `[^${index}]: note\n\nsee [^${index}]`),
  backticks: times("`"),
  "backticks of all lengths": lines((index) => `${"`".repeat((index % 500) + 1)}a`),
  "code never closed": times("`a``b"),
  fences: times("```\n"),
  "a fence never closed": times("a\n", "```\n"),
  "open angles": times("<"),
  "tags never closed": times("<a "),
  "closing tags": times("</a>"),
  comments: times("<!-- a "),
  "processing instructions": times("<?"),
  declarations: times("<!A "),
  "character data": times("<![CDATA["),
  autolinks: times("<https://a.b> "),
  "bare addresses": times("https://a.b/c "),
  "one long address": times("a", "https://"),
  "addresses of www": times("www.a."),
  "mail addresses": times("a@b.c "),
  "mail never ended": times("a.b-c_", "", "@"),
  "dots and at signs": times("a@"),
  "table columns": (size) => `${"|a".repeat(size / 4)}|\n${"|-".repeat(size / 4)}|\n`,
  "table rows": times("|a|b|\n", "|a|b|\n|-|-|\n"),
  "short table rows": (size) => `${"|a".repeat(500)}|\n${"|-".repeat(500)}|\n${"|\n".repeat((size - 2000) / 2)}`,
  "table without body": times("|", "|a|\n|-|\n"),
  pipes: times("a|b\n-|-\n\n"),
  dollars: times("$"),
  "formulas never closed": times("$$a "),
  formulas: times("$$a$$ "),
  "formulas in brackets never closed": times("\\(a "),
  "formulas of their own never closed": times("\\[ a\n"),
  "formulas of their own between blank lines": times("\\[ a\n\n"),
  "formulas in dollars never closed": times("$a "),
  "a formula that ends far away": times("a ", "\\[ ", " \\]"),
  "listings of Markdown never closed": times("```markdown\n```x\n```\n"),
  "lines of tags": times("a\n<b>\n"),
  "an address of dots": times(".", "https://a.b/"),
  "addresses in open brackets": times("[https://a.b/c "),
  entities: times("&amp;"),
  "entities never ended": times("&a"),
  numbers: times("&#"),
  backslashes: times("\\"),
  escapes: times("\\*"),
  "hard breaks": times("a  \n"),
  "setext headings": times("a\n=\n"),
  "setext never ended": times("a\n"),
  headings: times("# a\n"),
  "heading marks": times("#"),
  rules: times("- - -\n"),
  "rule never ended": times("- - - a\n"),
  "blank lines": times("\n"),
  blanks: times(" "),
  tabs: times("\t"),
  "indented code": times("    a\n"),
  "carriage returns": times("a\r"),
  "task lists": times("- [ ] a\n"),
  "one long word": times("a"),
  "long line of words": times("word "),
  "zero bytes": times("\u0000"),
  "colons and slashes": times("http:"),
};

export const depths: readonly number[] = Array.from(
  { length: 40 },
  (_, index) => Math.round(1.3 ** (index + 1)) + index,
);

/** Ways to lie things in each other, by how deep. */
export const nestings: Readonly<Record<string, (depth: number) => string>> = {
  quotes: (depth) => `${"> ".repeat(depth)}a`,
  lists: (depth) => Array.from({ length: Math.min(depth, 600) }, (_, at) => `${"  ".repeat(at)}- a`).join("\n"),
  "list in a line": (depth) => `${"- ".repeat(depth)}a`,
  brackets: (depth) => `${"[".repeat(depth)}a${"](b)".repeat(depth)}`,
  emphasis: (depth) => `${"*a **b ".repeat(depth)}${"** *".repeat(depth)}`,
};
