import { isAbsolute, relative } from "node:path";

/** Whether a path is this folder or lies in it; both absolute and resolved. */
export function isBelow(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside === "" || (!isAbsolute(inside) && inside !== ".." && !/^\.\.[/\\]/.test(inside));
}
