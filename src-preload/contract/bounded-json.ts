/*
 * JSON that comes from outside: models, MCP servers, files, sockets. JSON.parse itself takes any depth; what walks the
 * value afterwards (a schema, a copy, a redaction) calls itself once a level and would end the process.
 */

/** Levels of lists and objects in each other; no honest answer, frame or record comes near it. */
export const maxJsonDepth = 100;

/** Whether brackets outside of strings lie more than `most` deep in each other. Also of text that is no JSON. */
export function isJsonTooDeep(text: string, most = maxJsonDepth): boolean {
  if (!hasMoreOpenings(text, most)) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth++;
      if (depth > most) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}

/** Whether there are more opening brackets than that: most texts have few, and their strings need not be read. */
function hasMoreOpenings(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let left = most;
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1)) if (--left < 0) return true;
  for (let at = text.indexOf("["); at >= 0; at = text.indexOf("[", at + 1)) if (--left < 0) return true;
  return false;
}

/** JSON.parse with that bound. Throws a SyntaxError for what is no JSON, and for what is too deep. */
export function parseBoundedJson(text: string): unknown {
  if (isJsonTooDeep(text)) throw new SyntaxError(`JSON deeper than ${maxJsonDepth} levels`);
  return JSON.parse(text);
}
