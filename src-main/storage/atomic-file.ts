import { basename, dirname, join } from "node:path";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { fail, ok } from "../../src-preload/contract/result.ts";
import { isMissing, systemCodeOf } from "../thrown.ts";
import type { FileSystem } from "./file-system.ts";
import { storageError } from "./storage-error.ts";
import { syncFolder } from "./sync-folder.ts";

export interface AtomicWriteOptions {
  /** Permission bits; without it a file that is there keeps its own, and a new one gets 0600. */
  readonly mode?: number;
  readonly files: FileSystem;
}

const temporaryName = /^\..+\.\d+\.perch-tmp$/;
const maxTemporaryFiles = 1000;

/** Follows a link, so that the file it points to is replaced and not the link. */
async function targetOf(files: FileSystem, path: string): Promise<{ path: string; mode: number | null }> {
  try {
    const target = await files.realpath(path);
    return { path: target, mode: (await files.stat(target)).mode & 0o777 };
  } catch (error) {
    if (isMissing(error)) return { path, mode: null };
    throw error;
  }
}

/** Opens a file that nobody has; numbers instead of chance, so that no source of randomness is needed. */
async function openTemporary(files: FileSystem, target: string, mode: number) {
  for (let number = 0; ; number += 1) {
    const path = join(dirname(target), `.${basename(target)}.${number}.perch-tmp`);
    try {
      return { path, handle: await files.open(path, "wx", mode) };
    } catch (error) {
      if (systemCodeOf(error) !== "EEXIST" || number >= maxTemporaryFiles) throw error;
    }
  }
}

async function replaceFile(path: string, content: string, options: AtomicWriteOptions): Promise<void> {
  const { files } = options;
  const target = await targetOf(files, path);
  const mode = options.mode ?? target.mode ?? 0o600;
  const temporary = await openTemporary(files, target.path, mode);
  try {
    try {
      await temporary.handle.chmod(mode);
      await temporary.handle.writeFile(content, "utf8");
      await temporary.handle.sync();
    } finally {
      await temporary.handle.close();
    }
    await files.rename(temporary.path, target.path);
  } catch (error) {
    await files.rm(temporary.path, { force: true });
    throw error;
  }
  await syncFolder(files, dirname(target.path));
}

/**
 * Replaces a file: readers see wholly the old or wholly the new text, also after a power cut, and a failure leaves the
 * old one. The folder must be there.
 */
export async function writeFileAtomic(path: string, content: string, options: AtomicWriteOptions): AsyncResult<void> {
  try {
    await replaceFile(path, content, options);
    return ok(undefined);
  } catch (error) {
    return fail(storageError(error, path));
  }
}

/**
 * Removes what writes left behind that were cut off: those of the file `only`, or of all. For the start, before anything
 * writes there. Answers the number.
 */
export async function sweepTempFiles(folder: string, files: FileSystem, only?: string): AsyncResult<number> {
  try {
    const isOurs = (name: string): boolean => only === undefined || name.startsWith(`.${only}.`);
    const names = (await files.readdir(folder)).filter((name) => temporaryName.test(name) && isOurs(name));
    for (const name of names) await files.rm(join(folder, name), { force: true });
    return ok(names.length);
  } catch (error) {
    return isMissing(error) ? ok(0) : fail(storageError(error, folder));
  }
}
