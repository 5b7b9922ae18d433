export interface FoundLine {
  /** As ripgrep names it. */
  readonly file: string;
  readonly number: number;
  /** False for a line around a match. */
  readonly isMatch: boolean;
  readonly text: string;
}

export interface MatchList {
  /** Takes a line of ripgrep's output; false when there are enough matches. */
  readonly addLine: (line: string) => boolean;
  readonly add: (found: FoundLine) => boolean;
  count(): number;
  /** As ripgrep names them. */
  files(): readonly string[];
  remove(file: string): void;
  /** By file, in the order of their paths; "" when nothing was found. */
  text(): string;
}

interface MatchListOptions {
  readonly maxMatches: number;
  readonly pathOf: (file: string) => string;
  /** Files that it refuses count for nothing. */
  readonly admits: (file: string) => boolean;
}

interface FileMatches {
  count: number;
  readonly lines: string[];
}

/** `path NUL number : text` is a match, `path NUL number - text` a line around one. */
const linePattern = /^([^\0]*)\0(\d+)([:-])(.*)$/s;
const binaryPattern = /^([^\0]*): binary file matches/;

export function createMatchList({ maxMatches, pathOf, admits }: MatchListOptions): MatchList {
  const files = new Map<string, FileMatches>();
  let count = 0;
  const matchesOf = (file: string) => {
    const matches = files.get(file) ?? { count: 0, lines: [] };
    files.set(file, matches);
    return matches;
  };
  const add = ({ file, number, isMatch, text }: FoundLine): boolean => {
    if (!admits(file)) return true;
    if (isMatch && count >= maxMatches) return false;
    const matches = matchesOf(file);
    if (isMatch) {
      count++;
      matches.count++;
    }
    matches.lines.push(`${number}${isMatch ? ":" : "-"} ${text.replace(/\r$/, "")}`);
    return true;
  };
  return {
    addLine(line) {
      const [, file, number, sign, text] = linePattern.exec(line) ?? [];
      if (file !== undefined && number !== undefined && text !== undefined) {
        return add({ file, number: Number(number), isMatch: sign === ":", text });
      }
      const binary = binaryPattern.exec(line)?.[1];
      if (binary !== undefined && admits(binary)) matchesOf(binary).lines.push("(binary; it holds a match)");
      return true;
    },
    add,
    count: () => count,
    files: () => [...files.keys()],
    remove(file) {
      count -= files.get(file)?.count ?? 0;
      files.delete(file);
    },
    text: () =>
      [...files.entries()]
        .map(([file, { lines }]) => [pathOf(file), lines] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([path, lines]) => `${path}\n${lines.join("\n")}`)
        .join("\n\n"),
  };
}
