import { join } from "node:path";
import { fail, ok, type Result } from "../../../../src-preload/contract/result.ts";
import type { FileSystem } from "../../../storage/file-system.ts";
import { isMissing, reasonOf, systemCodeOf } from "../../../thrown.ts";
import { text } from "../../../words.ts";
import { createFileCollection, type FileCollection } from "./file-collection.ts";
import { isLitter } from "./safe-path.ts";
import { mostBytes, type SkillFileData } from "./skill-files.ts";

const mostDepth = 12;

/** All files of a folder, or the sentence that says why none of it is taken. No link is followed. */
export async function readFolder(path: string, files: FileSystem): Promise<Result<readonly SkillFileData[], string>> {
  const taken = createFileCollection();
  try {
    if (!(await files.stat(path)).isDirectory()) return fail(text("skill.import.noFolder", { path }));
    const refused = await readBelow({ root: path, files, taken }, "", 0);
    return refused === null ? ok(taken.files) : fail(refused);
  } catch (cause) {
    if (isMissing(cause)) return fail(text("skill.import.noFolder", { path }));
    if (systemCodeOf(cause) === null) throw cause;
    return fail(text("skill.import.unreadable", { path, reason: reasonOf(cause) }));
  }
}

interface Walk {
  readonly root: string;
  readonly files: FileSystem;
  readonly taken: FileCollection;
}

async function readBelow(walk: Walk, folder: string, depth: number): Promise<string | null> {
  if (depth > mostDepth) return text("skill.import.badName", { path: folder.slice(0, 200) });
  const entries = await walk.files.readdir(join(walk.root, folder), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (isLitter(path)) continue;
    const refused = entry.isDirectory() ? await readBelow(walk, path, depth + 1) : await readOne(walk, path);
    if (refused !== null) return refused;
  }
  return null;
}

async function readOne({ root, files, taken }: Walk, path: string): Promise<string | null> {
  const place = join(root, path);
  const stats = await files.lstat(place);
  if (!stats.isFile()) return text("skill.import.noFile", { path });
  const admitted = taken.admit(path);
  if (!admitted.ok) return admitted.error;
  if (stats.size > taken.room) return text("skill.import.tooLarge", { most: mostBytes / 1024 / 1024 });
  const bytes = await files.readFile(place);
  if (bytes.length > taken.room) return text("skill.import.tooLarge", { most: mostBytes / 1024 / 1024 });
  taken.add({ path, bytes, isExecutable: (stats.mode & 0o100) !== 0 });
  return null;
}
