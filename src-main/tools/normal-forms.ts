/*
 * The same character in its normal forms: `é` is one character as most systems write it (NFC) and two as macOS does (NFD).
 * Searches find both.
 */

/** A character with the marks that follow it, a Hangul syllable in its parts, or any other character that is not ASCII. */
export const clusterSource = String.raw`[^\p{M}]\p{M}+|[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|[^\0-\x7f]`;
const cluster = new RegExp(clusterSource, "gu");

/** The text with each cluster that has more than one form put through `change`. */
function mapClusters(text: string, change: (cluster: string, at: number) => string): string {
  return text.replace(cluster, (found, at: number) => (formsOf(found).length > 1 ? change(found, at) : found));
}

/** As it is given, NFC, NFD; each once. */
function formsOf(text: string): readonly string[] {
  return [...new Set([text, text.normalize("NFC"), text.normalize("NFD")])];
}

/** A glob of ripgrep that matches names in either form. A character class and what is escaped stay as they are. */
export function globOfAllForms(glob: string): string {
  return mapClusters(glob, (found, at) =>
    glob[at - 1] === "\\" || isInClass(glob, at) ? found : `{${formsOf(found).join(",")}}`,
  );
}

function isInClass(glob: string, at: number): boolean {
  const open = glob.lastIndexOf("[", at);
  return open >= 0 && glob.indexOf("]", open + 2) > at;
}

/** What is copied as it stands: an escape with what it takes in braces, and the start of a group with its flags or name. */
const syntax = /\\(?:[pPxuU]\{[^}]{0,99}\}|.)|\(\?(?:P?<[^>]{0,99}>|[a-zA-Z-]{0,99}[:)])/suy;

/** A regular expression (Rust syntax) that matches text in either form. Negated classes and ranges stay as they are. */
export function patternOfAllForms(pattern: string): string {
  if (/^[\0-\x7f]*$/.test(pattern)) return pattern;
  let result = "";
  for (let at = 0; at < pattern.length; ) {
    const end = pattern[at] === "[" ? endOfClass(pattern, at) : endOfSyntax(pattern, at);
    if (end > at) {
      const part = pattern.slice(at, end);
      result += pattern[at] === "[" ? classOfAllForms(part) : part;
      at = end;
      continue;
    }
    const next = nextSyntax(pattern, at);
    result += mapClusters(pattern.slice(at, next), (found) => `(?:${formsOf(found).join("|")})`);
    at = next;
  }
  return result;
}

function nextSyntax(pattern: string, from: number): number {
  const next = pattern.slice(from + 1).search(/[\\[(]/);
  return next < 0 ? pattern.length : from + 1 + next;
}

function endOfSyntax(pattern: string, at: number): number {
  syntax.lastIndex = at;
  return syntax.test(pattern) ? syntax.lastIndex : at;
}

/** Classes may hold classes; a `]` right after the start is a member. */
function endOfClass(pattern: string, start: number): number {
  let depth = 0;
  for (let at = start; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (character === "[") {
      depth++;
      const opening = /^\^?\]?/.exec(pattern.slice(at + 1, at + 3))?.[0] ?? "";
      at += opening.length;
    } else if (character === "]") {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return pattern.length;
}

/** A class takes one character: the forms of two stand beside it. */
function classOfAllForms(part: string): string {
  const body = part.slice(1, -1);
  if (/^\^|\[|&&|~~|--/.test(body)) return part;
  const forms = new Set<string>();
  const members = mapClusters(body, (found, at) => {
    const isRangeEnd = body[at - 1] === "-" || body[at + found.length] === "-";
    if (!isRangeEnd) for (const form of formsOf(found)) forms.add(form);
    return [...found].length === 1 ? found : found.normalize("NFC");
  });
  return forms.size === 0 ? part : `(?:[${members}]|${[...forms].join("|")})`;
}
