/** The first JSON object in a text, also within a block of code; undefined where there is none. */
export function jsonIn(content: string): unknown {
  const from = content.indexOf("{");
  const to = content.lastIndexOf("}");
  if (from < 0 || to < from) return undefined;
  try {
    return JSON.parse(content.slice(from, to + 1));
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
