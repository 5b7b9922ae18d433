export interface MatchList {
  /** Takes a line of ripgrep's output; false when there are enough matches. */
  readonly addLine: (line: string) => boolean;
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

/** `path NUL number : text` is a match, `path NUL number - text` a line around one. */
const linePattern = /^([^\0]*)\0(\d+)([:-])(.*)$/s;
const binaryPattern = /^([^\0]*): binary file matches/;

export function createMatchList({ maxMatches, pathOf, admits }: MatchListOptions): MatchList {
  const files = new Map<string, string[]>();
  let count = 0;
  const linesOf = (file: string) => {
    const lines = files.get(file) ?? [];
    files.set(file, lines);
    return lines;
  };
  return {
    addLine(line) {
      const [, file, number, sign, text] = linePattern.exec(line) ?? [];
      if (file === undefined || number === undefined || sign === undefined || text === undefined) {
        const binary = binaryPattern.exec(line)?.[1];
        if (binary !== undefined && admits(binary)) linesOf(binary).push("(binary; it holds a match)");
        return true;
      }
      if (!admits(file)) return true;
      if (sign === ":" && count >= maxMatches) return false;
      if (sign === ":") count++;
      linesOf(file).push(`${number}${sign} ${text.replace(/\r$/, "")}`);
      return true;
    },
    count: () => count,
    files: () => [...files.keys()],
    remove: (file) => void files.delete(file),
    text: () =>
      [...files.entries()]
        .map(([file, lines]) => [pathOf(file), lines] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([path, lines]) => `${path}\n${lines.join("\n")}`)
        .join("\n\n"),
  };
}
