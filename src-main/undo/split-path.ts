import { posix, win32 } from "node:path";

/** The folder of an absolute path, and its name in it. */
export function splitPath(path: string, platform: NodeJS.Platform): { readonly parent: string; readonly name: string } {
  const rules = platform === "win32" ? win32 : posix;
  return { parent: rules.dirname(path), name: rules.basename(path) };
}
