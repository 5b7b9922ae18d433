import type { FileSystem } from "../storage/file-system.ts";
import { type FileChange, manifestActs } from "./acting-manifest.ts";
import { type ActingKind, actingNameOf } from "./acting-table.ts";
import { comparableNames } from "./name-table.ts";
import type { PathContext } from "./path-guard.ts";
import { pathRules } from "./path-name.ts";
import { lentRoot } from "./sensitive-path.ts";

/** Who else runs or trusts a file when it is written in this way; null for nobody. `path` is resolved. */
export async function actingKindOf(path: string, change: FileChange, place: PathContext): Promise<ActingKind | null> {
  const rules = pathRules(place.platform);
  const lent = lentRoot(path, place);
  const judged = lent === null ? path : rules.join(rules.sep, "lent", rules.relative(lent.path, path));
  const kind = actingNameOf(judged);
  if (kind !== null) return manifestActs(comparableNames(path).at(-1) ?? "", change) === false ? null : kind;
  return (await isInRepository(path, place)) ? "git" : null;
}

/** As many folders up as a path may be deep; more are not looked at. */
const maxDepth = 64;

/**
 * Whether the file is a part of what git takes for a repository, whatever its folder is called: a `HEAD` with `objects`
 * and `refs`, or with `commondir`, which names where those are. Its settings and hooks are run by any command of git
 * that is started in it. What the write itself adds counts as there.
 */
async function isInRepository(path: string, place: PathContext): Promise<boolean> {
  const rules = pathRules(place.platform);
  let inner = path;
  for (let depth = 0; depth < maxDepth; depth++) {
    const folder = rules.dirname(inner);
    if (folder === inner) return false;
    if (await makesRepository(folder, rules.basename(inner), place)) return true;
    inner = folder;
  }
  return false;
}

async function makesRepository(folder: string, added: string, place: PathContext): Promise<boolean> {
  const has = async (name: string): Promise<boolean> =>
    added.toLowerCase() === name.toLowerCase() || exists(pathRules(place.platform).join(folder, name), place.files);
  if (!(await has("HEAD"))) return false;
  return ((await has("objects")) && (await has("refs"))) || has("commondir");
}

async function exists(path: string, files: FileSystem): Promise<boolean> {
  try {
    await files.lstat(path);
    return true;
  } catch (error) {
    // What cannot be looked at is no part of a repository that git could read.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
