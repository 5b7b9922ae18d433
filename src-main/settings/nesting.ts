import { createScanner } from "jsonc-parser";

/** Settings need a handful of levels; what goes over them walks them by calling itself. */
export const maxLevels = 100;

/** Whether lists and objects lie in each other more than `maxLevels` deep; also true for what holds itself. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= maxLevels; depth++) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** The same of a text, before it is parsed. */
export function isTextTooDeep(content: string): boolean {
  const scanner = createScanner(content, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenOffset() < content.length; scanner.scan()) {
    const first = content.charAt(scanner.getTokenOffset());
    if (first === "{" || first === "[") depth++;
    if (first === "}" || first === "]") depth--;
    if (depth > maxLevels) return true;
  }
  return false;
}
