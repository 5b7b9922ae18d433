import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { storageError } from "../storage/storage-error.ts";
import type { PathContext } from "./path-guard.ts";
import type { Root } from "./roots.ts";

interface Machine {
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
}

/** A place with one root that nothing leads out of, whatever the settings allow the tools. The folder must be there. */
export async function placeOfOneRoot(
  files: FileSystem,
  { userHome, platform }: Machine,
  root: Root,
): AsyncResult<PathContext> {
  try {
    const path = await files.realpath(root.path);
    return ok({ workFolder: path, userHome, platform, files, roots: { list: [{ ...root, path }], restricted: true } });
  } catch (cause) {
    return fail(storageError(cause, root.path));
  }
}
