import { isMissing } from "../thrown.ts";
import type { FileSystem } from "./file-system.ts";

/** Whether something has this name, whatever it is: a link counts without what it leads to. Throws what is no absence. */
export async function isThere(path: string, files: Pick<FileSystem, "lstat">): Promise<boolean> {
  try {
    await files.lstat(path);
    return true;
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw cause;
  }
}
