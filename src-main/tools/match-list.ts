export interface MatchList {
  /** Takes a line of ripgrep's output; false when there are enough matches. */
  readonly addLine: (line: string) => boolean;
  count(): number;
  /** By file, in the order of their paths; "" when nothing was found. */
  text(): string;
}

/** `path NUL number : text` is a match, `path NUL number - text` a line around one. */
const linePattern = /^(.*?)\0(\d+)([:-])(.*)$/s;

export function createMatchList(maxMatches: number, pathOf: (text: string) => string): MatchList {
  const files = new Map<string, string[]>();
  let count = 0;
  const linesOf = (path: string) => {
    const lines = files.get(path) ?? [];
    files.set(path, lines);
    return lines;
  };
  return {
    addLine(line) {
      const [, path, number, sign, text] = linePattern.exec(line) ?? [];
      if (path === undefined || number === undefined || sign === undefined || text === undefined) return true;
      if (sign === ":" && count >= maxMatches) return false;
      if (sign === ":") count++;
      linesOf(pathOf(path)).push(`${number}${sign} ${text.replace(/\r$/, "")}`);
      return true;
    },
    count: () => count,
    text: () =>
      [...files.entries()]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([path, lines]) => `${path}\n${lines.join("\n")}`)
        .join("\n\n"),
  };
}
