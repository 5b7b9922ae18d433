import { dirname, join } from "node:path";
import { type AsyncResult, fail, ok } from "../../../../src-preload/contract/result.ts";
import type { FileSystem } from "../../../storage/file-system.ts";
import { isThere } from "../../../storage/is-there.ts";
import { storageError } from "../../../storage/storage-error.ts";
import { syncFolder } from "../../../storage/sync-folder.ts";
import { isMissing } from "../../../thrown.ts";
import type { SkillFileData } from "./skill-files.ts";

/*
 * A skill is written beside its place and then put there in one step; the one before is set aside meanwhile. What a killed
 * process left is cleared up by the next one. The names are those that the finder passes over.
 */

const newName = (entry: string): string => `.${entry}.perch-skill`;
const oldName = (entry: string): string => `.${entry}.perch-skill-old`;
const leftName = /^\.(.*)\.perch-skill(-old)?$/;

/** Puts the files in the place of what the folder `entry` of the skills holds. Wholly or not at all. */
export async function writeSkill(
  root: string,
  entry: string,
  data: readonly SkillFileData[],
  files: FileSystem,
): AsyncResult<void> {
  const [place, made, before] = [join(root, entry), join(root, newName(entry)), join(root, oldName(entry))];
  try {
    await files.mkdir(root, { recursive: true, mode: 0o700 });
    for (const left of [made, before]) await files.rm(left, { recursive: true, force: true });
    await writeFiles(made, data, files);
    const hadOne = await moved(place, before, files);
    try {
      await files.rename(made, place);
    } catch (cause) {
      if (hadOne) await files.rename(before, place);
      throw cause;
    }
    await syncFolder(files, root);
    await files.rm(before, { recursive: true, force: true });
    return ok(undefined);
  } catch (cause) {
    await files.rm(made, { recursive: true, force: true });
    return fail(storageError(cause, place));
  }
}

async function writeFiles(folder: string, data: readonly SkillFileData[], files: FileSystem): Promise<void> {
  await files.mkdir(folder, { mode: 0o700 });
  for (const { path, bytes, isExecutable } of data) {
    const place = join(folder, path);
    await files.mkdir(dirname(place), { recursive: true, mode: 0o700 });
    const handle = await files.open(place, "wx", isExecutable ? 0o700 : 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

/** False where there was nothing. */
async function moved(from: string, to: string, files: FileSystem): Promise<boolean> {
  try {
    await files.rename(from, to);
    return true;
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw cause;
  }
}

/** Puts back what a process that was killed had set aside, and takes away what it had half written. */
export async function clearLeftSkills(root: string, files: FileSystem): AsyncResult<void> {
  try {
    for (const name of await files.readdir(root)) {
      const [, entry, isOld] = leftName.exec(name) ?? [];
      if (entry === undefined) continue;
      const left = join(root, name);
      if (isOld === undefined || (await isThere(join(root, entry), files))) {
        await files.rm(left, { recursive: true, force: true });
      } else await files.rename(left, join(root, entry));
    }
    return ok(undefined);
  } catch (cause) {
    return isMissing(cause) ? ok(undefined) : fail(storageError(cause, root));
  }
}
