/** Follows a Markdown text from its beginning, in a time that grows with its length however often it is asked. */
export interface CodeReader {
  /** The text goes on with this. */
  advance(text: string): void;
  /** Whether what stands next lies in a code block or between backticks; `ahead` is what is known of it. */
  isInside(ahead: string): boolean;
}

export function createCodeReader(): CodeReader {
  let fence = "";
  /** Of the line that is being read: what came of it, and the backticks in it. */
  let line = "";
  let ticks = 0;
  let place = 0;
  /** Where a backtick is known to stand, on the line that is being read. */
  let closing = -1;

  function endLine(): void {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = "";
    line = "";
    ticks = 0;
  }

  function extendLine(text: string): void {
    line += text;
    for (let at = text.indexOf("`"); at >= 0; at = text.indexOf("`", at + 1)) ticks++;
  }

  return {
    advance(text) {
      let from = 0;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
        extendLine(text.slice(from, end));
        endLine();
        from = end + 1;
      }
      extendLine(text.slice(from));
      place += text.length;
    },
    isInside(ahead) {
      if (fence !== "") return true;
      if (ticks % 2 === 0) return false;
      if (closing >= place) return true;
      const tick = ahead.indexOf("`");
      if (tick < 0 || ahead.slice(0, tick).includes("\n")) return false;
      closing = place + tick;
      return true;
    },
  };
}

/**
 * Whether a place in a Markdown text lies in a code block or between backticks: what stands there is shown, never
 * acted on.
 */
export function isInsideCode(text: string, at: number): boolean {
  const reader = createCodeReader();
  reader.advance(text.slice(0, at));
  return reader.isInside(text.slice(at));
}
