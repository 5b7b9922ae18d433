import { join } from "node:path";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Message } from "../../src-preload/contract/records.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { readLinesForward } from "../storage/read-tail.ts";
import { keyOfFileName } from "../storage/session-file/file-name.ts";
import { recordsOf } from "../storage/session-file/parse-line.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";

/**
 * Hands over every message of a session file, of all branches, in the order in which they were written. Nothing for a file
 * that is not there.
 */
export async function readMessages(
  path: string,
  files: Pick<FileSystem, "open">,
  visit: (message: Message) => void,
): AsyncResult<void> {
  try {
    await using handle = await files.open(path, "r");
    const { size } = await handle.stat();
    await readLinesForward(handle, { end: size }, (line) => {
      for (const { parsed } of recordsOf(line)) if (parsed.kind === "message") visit(parsed.message);
      return true;
    });
    return ok(undefined);
  } catch (cause) {
    return isMissing(cause) ? ok(undefined) : fail(storageError(cause, path));
  }
}

/** For each session file of a folder its size and time; a key that is too long for a name is left out. */
export async function stampsIn(
  folder: string,
  files: Pick<FileSystem, "readdir" | "stat">,
): AsyncResult<ReadonlyMap<SessionKey, string>> {
  const stamps = new Map<SessionKey, string>();
  try {
    for (const name of await files.readdir(folder)) {
      const key = keyOfFileName(name, null);
      if (key === null) continue;
      const { size, mtimeMs } = await files.stat(join(folder, name));
      stamps.set(key, `${size} ${mtimeMs}`);
    }
    return ok(stamps);
  } catch (cause) {
    return isMissing(cause) ? ok(stamps) : fail(storageError(cause, folder));
  }
}
