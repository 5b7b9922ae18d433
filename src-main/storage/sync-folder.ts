import { systemCodeOf } from "../thrown.ts";
import type { FileSystem } from "./file-system.ts";

/** What systems answer that cannot sync a folder, or not through a handle (Windows, some network drives). */
const unsupported = new Set(["EISDIR", "EPERM", "EINVAL", "ENOTSUP", "EBADF"]);

/** Makes the names in a folder durable. False where the system has no such thing; other failures are thrown. */
export async function syncFolder(files: FileSystem, folder: string): Promise<boolean> {
  try {
    await using handle = await files.open(folder, "r");
    await handle.sync();
    return true;
  } catch (error) {
    if (unsupported.has(systemCodeOf(error) ?? "")) return false;
    throw error;
  }
}
