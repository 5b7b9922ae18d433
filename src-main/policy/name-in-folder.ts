import type { FileSystem } from "../storage/file-system.ts";
import { pathRules } from "./path-name.ts";

interface NameContext {
  readonly files: Pick<FileSystem, "lstat" | "readdir">;
  readonly platform: NodeJS.Platform;
}

/**
 * The name that is meant in a folder: the exact one where it exists, else the only one that is the same text in another
 * normal form. macOS writes `é` as two characters into archives and shares, people and models type it as one.
 */
export async function nameInFolder(folder: string, name: string, place: NameContext): Promise<string> {
  if (/^[\0-\x7f]*$/.test(name) || (await exists(pathRules(place.platform).join(folder, name), place))) return name;
  const same = (await namesIn(folder, place)).filter((other) => other.normalize("NFC") === name.normalize("NFC"));
  return same.length === 1 ? (same[0] ?? name) : name;
}

async function exists(path: string, { files }: NameContext): Promise<boolean> {
  try {
    await files.lstat(path);
    return true;
  } catch {
    // Whatever keeps it from being looked at is told when it is opened.
    return false;
  }
}

async function namesIn(folder: string, { files }: NameContext): Promise<readonly string[]> {
  try {
    return await files.readdir(folder);
  } catch {
    // A folder that cannot be listed offers no other name.
    return [];
  }
}
