import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Paths below a folder whose name or bytes have these words. */
export async function tracesOf(words: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const bytes = entry.isFile() ? await readFile(path, "latin1") : "";
    if (path.includes(words) || bytes.includes(words)) found.push(path);
  }
  return found;
}
