import type { Stats } from "node:fs";
import { posix, win32 } from "node:path";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import type { GuardedPath } from "../policy/path-guard.ts";
import type { PathSubject } from "../policy/subject.ts";
import { isMissing } from "../thrown.ts";
import { pathSubject } from "./path-subject.ts";
import type { ToolContext } from "./tool.ts";
import { failure, refusalResult, type ToolFailure } from "./tool-failure.ts";

/*
 * An entry of a folder as itself: a link is the link and not what it leads to. What is moved or deleted is named like this.
 */

export interface EntryPath {
  /** The real path of its folder, with its name. */
  readonly path: string;
  readonly parent: GuardedPath;
  readonly name: string;
  readonly display: string;
}

const rulesOf = (context: ToolContext) => (context.platform === "win32" ? win32 : posix);

/** Where an entry lies, if the roots admit that it is written. The folder itself is none of its own entries. */
export async function resolveEntry(
  path: string,
  paths: PathGuard,
  context: ToolContext,
): Promise<Result<EntryPath, ToolFailure>> {
  const rules = rulesOf(context);
  const trimmed = path.replace(/[\\/]+$/, "");
  const name = rules.basename(trimmed);
  if (name === "" || name === "." || name === "..") return fail(failure(`${path} is no name of an entry in a folder.`));
  const parent = await paths.resolve(rules.dirname(trimmed), "write", context);
  if (!parent.ok) return fail(refusalResult(parent.error));
  const entry = rules.join(parent.value.path, name);
  const stats = await entryStats(entry, context);
  // A link may lead anywhere; anything else has to be admitted as what it is.
  if (stats?.isSymbolicLink() !== true) {
    const own = await paths.resolve(entry, "write", context);
    if (!own.ok) return fail(refusalResult(own.error));
    const real = own.value.path;
    return ok({ path: real, parent: parent.value, name: rules.basename(real), display: own.value.display });
  }
  const display = rules.relative(context.workFolder, entry);
  return ok({ path: entry, parent: parent.value, name, display: display.startsWith("..") ? entry : display });
}

async function entryStats(path: string, { files }: ToolContext): Promise<Stats | null> {
  try {
    return await files.lstat(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** What a call on an entry touches, for the policy; one that cannot be named runs into its own error. */
export async function entrySubject(path: string, paths: PathGuard, context: ToolContext): Promise<PathSubject> {
  const entry = await resolveEntry(path, paths, context);
  const subject = await pathSubject(entry.ok ? entry.value.path : path, "write", paths, context);
  return entry.ok
    ? { ...subject, path: entry.value.path, admitted: true, isTree: true }
    : { ...subject, admitted: false };
}

/** One entry below another, with the folders that hold entries before them. */
export interface FoundEntry {
  /** Relative to the first one; "" is that one itself. */
  readonly below: string;
  readonly stats: Stats;
}

/** More entries than this are not moved or deleted in one call. */
const maxEntries = 200;
const maxBytes = 100 * 1024 * 1024;

/** An entry with all that is in it, the outer ones first; a failure where it is too much, or no file, folder or link. */
export async function entriesOf(
  folder: OpenedFolder,
  entry: EntryPath,
  paths: PathGuard,
  context: ToolContext,
): Promise<Result<readonly FoundEntry[], ToolFailure>> {
  const found: FoundEntry[] = [];
  let bytes = 0;
  const first = await entryStats(folder.at(entry.name), context);
  if (first === null) return fail(failure(`${entry.display} does not exist.`, "not-found"));
  const waiting: FoundEntry[] = [{ below: "", stats: first }];
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
    const { stats, below } = one;
    const isKnown = stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
    if (!isKnown) return fail(failure(`${entry.display} is or holds a special file (device, pipe or socket).`));
    found.push(one);
    if (stats.isFile()) bytes += stats.size;
    if (found.length > maxEntries || bytes > maxBytes) {
      return fail(failure(`${entry.display} holds too much: at most ${maxEntries} entries and 100 MB in one call.`));
    }
    if (stats.isDirectory()) waiting.push(...(await entriesIn(`${entry.path}${suffix(below)}`, below, paths, context)));
  }
  return ok(found);
}

export function suffix(below: string): string {
  return below === "" ? "" : `/${below}`;
}

async function entriesIn(
  path: string,
  below: string,
  paths: PathGuard,
  context: ToolContext,
): Promise<readonly FoundEntry[]> {
  const opened = await paths.openFolder(path, { access: "write" }, context);
  if (!opened.ok) throw new Error(opened.error.message);
  await using folder = opened.value;
  const found: FoundEntry[] = [];
  for (const name of await context.files.readdir(folder.location)) {
    const stats = await entryStats(folder.at(name), context);
    if (stats !== null) found.push({ below: below === "" ? name : `${below}/${name}`, stats });
  }
  return found;
}
