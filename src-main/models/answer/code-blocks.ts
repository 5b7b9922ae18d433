/**
 * Whether a place in a Markdown text lies in a code block or between backticks: what stands there is shown, never
 * acted on.
 */
export function isInsideCode(text: string, at: number): boolean {
  let fence = "";
  let start = 0;
  while (start <= at) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    const holdsPlace = at < end || newline < 0;
    if (holdsPlace) return fence !== "" || isInBackticks(line, at - start);
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = "";
    start = end + 1;
  }
  return fence !== "";
}

function isInBackticks(line: string, at: number): boolean {
  let ticks = 0;
  for (let index = line.indexOf("`"); index >= 0 && index < at; index = line.indexOf("`", index + 1)) ticks++;
  return ticks % 2 === 1 && line.indexOf("`", at) >= 0;
}
