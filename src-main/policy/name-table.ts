/*
 * Tables of names that mean something to other programs. A name is compared as the most lenient file system would:
 * without regard to case, to marks that cannot be seen, to dots and spaces at its end, to a stream of NTFS (`x::$DATA`)
 * and with the short names of Windows (`GIT~1`). A disk of another system can be mounted anywhere.
 */

/** Names with `/` between them; `*` stands for any part of one name. With `/` at the end: a folder and all below it. */
export type NamePattern = string;

/** A table as it is written: patterns with `|` or a line end between them. */
export function patternsIn(rows: string): readonly NamePattern[] {
  return rows
    .split(/[|\n]/)
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
}

interface NameMatch<Kind extends string> {
  readonly kind: Kind;
  /** How many names of the path belong to the place: up to the folder, or all for a file. */
  readonly length: number;
}

export interface NameTable<Kind extends string> {
  /** The first place that the path lies in. Judges by its letters alone: pass a resolved path. */
  find(path: string): NameMatch<Kind> | null;
}

interface CompiledPattern<Kind> {
  readonly kind: Kind;
  /** The first path component, as written in the table. */
  readonly first: string;
  readonly names: readonly NameMatcher[];
  /** True when everything below belongs to it; otherwise the path must end with it. */
  readonly isFolder: boolean;
  /** Only from the top of the disk. */
  readonly isTop: boolean;
}

/** What HFS+ passes over in a name. */
const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufeff]/g;

const isAscii = /^[ -~]*$/;

/** The names of a path on both kinds of slash, in the form in which they are compared. */
export function comparableNames(path: string): readonly string[] {
  const plain = isAscii.test(path) ? path : path.replace(unseen, "").normalize("NFKC");
  return plain
    .toLowerCase()
    .split(/[\\/]/)
    .map(comparableName)
    .filter((name) => name !== "" && name !== ".");
}

function comparableName(name: string): string {
  // The colon of a drive (`c:`) stays a part of its name.
  const stream = name.indexOf(":");
  const own = stream > 1 ? name.slice(0, stream) : name;
  let end = own.length;
  while (end > 0 && (own[end - 1] === "." || own[end - 1] === " ")) end--;
  return end === 0 ? own : own.slice(0, end);
}

export function createNameTable<Kind extends string>(
  kinds: Readonly<Record<Kind, readonly NamePattern[]>>,
): NameTable<Kind> {
  const patterns: CompiledPattern<Kind>[] = [];
  for (const kind in kinds) for (const pattern of kinds[kind]) patterns.push(compile(kind, pattern));
  const rows = createRows(patterns);
  return {
    find(path) {
      const names = comparableNames(path);
      for (let start = 0; start < names.length; start++) {
        for (const pattern of rows(names[start] ?? "")) {
          const end = start + pattern.names.length;
          const isPlace = pattern.isFolder ? end <= names.length : end === names.length;
          if (!isPlace || (pattern.isTop && start > 0)) continue;
          if (pattern.names.every((name, index) => name(names[start + index] ?? ""))) {
            return { kind: pattern.kind, length: end };
          }
        }
      }
      return null;
    },
  };
}

function compile<Kind>(kind: Kind, pattern: NamePattern): CompiledPattern<Kind> {
  const names = pattern.split("/").filter((name) => name !== "");
  return {
    kind,
    first: (names[0] ?? "").toLowerCase(),
    names: names.map((name) => matcherOf(name.toLowerCase())),
    isFolder: pattern.endsWith("/"),
    isTop: pattern.startsWith("/"),
  };
}

type NameMatcher = (name: string) => boolean;

/** Without regular expressions: hundreds of them would be made for the first path, and tried on each of a long list. */
function matcherOf(wanted: string): NameMatcher {
  const parts = wanted.split("*");
  const [first = "", ...others] = parts;
  if (others.length === 0) {
    const short = shortName(wanted);
    return (name) => name === wanted || (name.includes("~") && name.replace(/~[1-9]/, "~") === short);
  }
  const last = others.pop() ?? "";
  return (name) => {
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
    let from = first.length;
    const end = name.length - last.length;
    return others.every((part) => {
      const at = name.indexOf(part, from);
      from = at + part.length;
      return at >= 0 && from <= end;
    });
  };
}

/** What Windows also calls a name that is longer than 8.3 or begins with a dot, without the number after the `~`. */
function shortName(name: string): string {
  let start = 0;
  while (name[start] === ".") start++;
  const bare = name.slice(start);
  const dot = bare.lastIndexOf(".");
  const stem = (dot > 0 ? bare.slice(0, dot) : bare).replace(/[. ]/g, "").slice(0, 6);
  return dot > 0 ? `${stem}~.${bare.slice(dot + 1, dot + 4)}` : `${stem}~`;
}

const maxKnown = 2000;

/** Of many patterns those whose first name can be this one, without trying each on each name of a long list. */
function createRows<Kind>(patterns: readonly CompiledPattern<Kind>[]) {
  const plain = new Map<string, CompiledPattern<Kind>[]>();
  const wild: CompiledPattern<Kind>[] = [];
  // The folders of a list are the same again and again.
  const known = new Map<string, readonly CompiledPattern<Kind>[]>();
  for (const pattern of patterns) {
    const rows = pattern.first.includes("*") ? wild : (plain.get(pattern.first) ?? []);
    rows.push(pattern);
    if (rows !== wild) plain.set(pattern.first, rows);
  }
  return (name: string): readonly CompiledPattern<Kind>[] => {
    if (name.includes("~")) return patterns;
    const before = known.get(name);
    if (before !== undefined) return before;
    const rows = plain.get(name) ?? [];
    const found = wild.filter(({ names: [first] }) => first?.(name) === true);
    const all = found.length === 0 ? rows : [...rows, ...found];
    if (known.size >= maxKnown) known.clear();
    known.set(name, all);
    return all;
  };
}
