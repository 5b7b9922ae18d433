import { join } from "node:path";
import type { FileSystem } from "../storage/file-system.ts";
import { systemCodeOf } from "../thrown.ts";

/** The person's own settings of npm; "" where there are none that can be read. */
export async function readNpmrc(userHome: string, files: FileSystem): Promise<string> {
  try {
    return await files.readFile(join(userHome, ".npmrc"), "utf8");
  } catch (cause) {
    if (systemCodeOf(cause) === null) throw cause;
    return "";
  }
}
