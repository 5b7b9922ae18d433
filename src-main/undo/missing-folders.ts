import type { PathContext } from "../policy/path-guard.ts";
import { splitPath } from "./split-path.ts";

/** The folders above a path that are not there yet, the outermost first. */
export async function missingFolders(
  path: string,
  root: string,
  { files, platform }: PathContext,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let at = splitPath(path, platform).parent; at.length > root.length; at = splitPath(at, platform).parent) {
    try {
      await files.lstat(at);
      break;
    } catch {
      // Not there, or not to be seen: the write itself says what is wrong with it.
      missing.unshift(at);
    }
  }
  return missing;
}
