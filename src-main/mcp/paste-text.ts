/*
 * What stands around the lines that describe a server: pages put them into code, sentences and links, and text processors turn
 * their quotes and dashes into others.
 */

/** Longer texts are not searched for pieces: no page shows so many. */
const mostPieces = 50;

/** Without marks that nobody sees, and with plain spaces. */
export function tidied(given: string): string {
  return given
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, "")
    .replace(/[\u00a0\u202f]/g, " ")
    .trim();
}

/** The pieces of code of a page in Markdown; all of it where it marks none. */
export function codePieces(pasted: string): readonly string[] {
  const fenced = [...pasted.matchAll(/(```|~~~)[\w-]*[ \t]*\r?\n([\s\S]*?)\n?[ \t]*\1/g)];
  const pieces = fenced.slice(0, mostPieces).map(([, , inner = ""]) => inner.trim());
  return pieces.length === 0 ? [withoutQuotes(pasted)] : pieces;
}

/** `` `npx -y package` `` and `"npx -y package"` mean what is in them. */
function withoutQuotes(pasted: string): string {
  return (
    /^`+([^`]+)`+$/.exec(pasted)?.[1]?.trim() ?? /^(["'])([^"'{}[\]\n]+ [^"'{}[\]\n]+)\1$/.exec(pasted)?.[2] ?? pasted
  );
}

/** With the quotes that a keyboard types; the very same text where it has no others. */
export function withPlainQuotes(pasted: string): string {
  return pasted.replace(/[\u201c-\u201f\u00ab\u00bb\uff02]/g, '"').replace(/[\u2018-\u201b\uff07]/g, "'");
}

/** `—env` was `--env`, and `–y` was `-y`. */
function withPlainDashes(line: string): string {
  return line.replace(/(^|\s)[\u2013\u2014]{1,2}(?=(\w?)(\w?))/g, (_, before: string, first: string, second: string) =>
    first !== "" && second === "" ? `${before}-` : `${before}--`,
  );
}

/** Each object or list of a text that has both its ends, and the last one that has only a beginning. */
export function jsonPieces(pasted: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = nextStart(pasted, 0); at !== -1 && pieces.length < mostPieces; ) {
    const end = endOf(pasted, at);
    pieces.push(end === -1 ? pasted.slice(at) : pasted.slice(at, end));
    at = end === -1 ? -1 : nextStart(pasted, end);
  }
  return pieces;
}

function nextStart(text: string, from: number): number {
  const found = text.slice(from).search(/[{[]\s*(?:["'{[}\]]|\/[/*]|\w+\s*:)/);
  return found === -1 ? -1 : from + found;
}

/** Behind the mark that closes what begins at `start`; -1 where nothing does. */
function endOf(text: string, start: number): number {
  let depth = 0;
  const marks = /"(?:[^"\\\n]|\\.)*"|[{}[\]]/g;
  marks.lastIndex = start;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    if (/^[{[]/.test(found[0])) depth += 1;
    if (/^[}\]]/.test(found[0])) depth -= 1;
    if (depth === 0) return marks.lastIndex;
  }
  return -1;
}

/** From the first line on that only TOML has. */
export function tomlPart(pasted: string): string | null {
  const at = pasted.search(
    /^[ \t]*\[+[ \t]*["']?(?:mcp|servers|context)[\w."' -]*\]+[ \t]*(?:#.*)?$|^[ \t]*mcp_servers\.[\w."'-]+[ \t]*=/m,
  );
  return at === -1 ? null : pasted.slice(at);
}

/** Addresses of every kind that stand in it, in Markdown, in HTML or plain. */
export function linksIn(pasted: string): readonly string[] {
  const found = pasted.match(/\b[a-z][a-z\d+.-]*:[^\s"'<>()`\\]+/gi) ?? [];
  return [...new Set(found.map((link) => link.replaceAll("&amp;", "&").replace(/[.,;:!]+$/, "")))].slice(0, mostPieces);
}

/** A command without what stands before it in a terminal or a sentence: `$ `, `PS C:\> `, `Run: `, `export KEY=x && `. */
export function bareCommand(pasted: string): string {
  const line = withPlainDashes(withPlainQuotes(pasted)).trim();
  const typed = line.replace(/^(?:PS [^>\n]*>|[$>%❯#]) +/, "");
  const starts =
    /^(?:[A-Z][a-z]+[^\n"'`|;&/\\]*?|[^\n"'`|;&/\\]*:) +`?(?=(?:npx|uvx|bunx|pipx|docker|podman|claude|code|codex|gemini) )/.exec(
      typed,
    );
  const told = starts === null ? typed : typed.slice(starts[0].length).replace(/`[^`]*$/, "");
  return told
    .replace(/^((?:export|set) +[A-Za-z_]\w*=(?:"[^"\n]*"|'[^'\n]*'|[^\s;&|]*)\s*(?:&&|;|\r?\n)\s*)+/, (settings) =>
      settings.replace(/(?:export|set) +/g, "").replace(/\s*(?:&&|;|\r?\n)\s*/g, " "),
    )
    .replace(/^(?:\$env:([A-Za-z_]\w*) *= *("[^"\n]*"|'[^'\n]*')\s*(?:;|\r?\n)\s*)+/, (settings) =>
      settings.replace(/\$env:(\w+) *= */g, "$1=").replace(/\s*(?:;|\r?\n)\s*/g, " "),
    );
}
