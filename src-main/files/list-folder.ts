import type { Dirent, Stats } from "node:fs";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { FileEntry, FolderListing } from "../../src-preload/contract/window.ts";
import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";
import { firstInOrder } from "./first-in-order.ts";
import type { GitMarks } from "./git-marks.ts";
import { refusalError } from "./refusal.ts";
import { childPath, forGuard, normalPath } from "./relative-path.ts";

export interface AskedFolder {
  readonly path: string;
  /** The names that are answered hold all of them; "" for every name. */
  readonly words: string;
  readonly limit: number;
}

interface ListDependencies {
  readonly guard: PathGuard;
  /** What git says of what is listed; null where that is not known. */
  readonly marks: GitMarks | null;
}

let collator: Intl.Collator | null = null;

/** Made where a folder is listed: the first use of Intl costs a start milliseconds. */
function byName(): Intl.Collator {
  collator ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  return collator;
}

/** One folder of the work folder: folders first, then by name. Links are named as links and not followed. */
export async function listFolder(
  { path: asked, words, limit }: AskedFolder,
  place: PathContext,
  { guard, marks }: ListDependencies,
): AsyncResult<FolderListing> {
  const path = normalPath(asked, place.platform);
  const opened = await guard.openFolder(forGuard(path, place.platform), { access: "read" }, place);
  if (!opened.ok) return fail(refusalError(opened.error, asked));
  await using folder = opened.value;
  try {
    const found = await place.files.readdir(folder.location, { withFileTypes: true });
    const fitting = matching(found, words);
    const first = await firstInOrder(fitting, limit, compareEntries, pause);
    const shown = await Promise.all(first.map((entry) => describe(entry, folder, path, place)));
    const entries = shown.flat().map((entry) => withMark(entry, marks));
    return ok({ path, entries, more: fitting.length - first.length });
  } catch (cause) {
    return fail(storageError(cause, asked));
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

function withMark(entry: FileEntry, marks: GitMarks | null): FileEntry {
  const git = marks?.of(entry.path) ?? null;
  return git === null ? entry : { ...entry, git };
}

function compareEntries(a: Dirent, b: Dirent): number {
  return Number(b.isDirectory()) - Number(a.isDirectory()) || compareNames(a, b);
}

function matching(entries: readonly Dirent[], words: string): readonly Dirent[] {
  const wanted = comparable(words)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (wanted.length === 0) return entries;
  return entries.filter(({ name }) => {
    const letters = comparable(name);
    return wanted.every((word) => letters.includes(word));
  });
}

/** Some systems keep a letter and its accent apart. */
function comparable(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function compareNames(a: Dirent, b: Dirent): number {
  return byName().compare(a.name, b.name) || (a.name < b.name ? -1 : 1);
}

/** Empty for what is gone meanwhile. */
async function describe(
  entry: Dirent,
  folder: OpenedFolder,
  path: string,
  place: PathContext,
): Promise<readonly FileEntry[]> {
  try {
    const stats = await place.files.lstat(folder.at(entry.name));
    const { size, mtimeMs } = stats;
    const kind = kindOf(stats);
    return [{ name: entry.name, path: childPath(path, entry.name), kind, size, changedAt: Math.round(mtimeMs) }];
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw cause;
  }
}

function kindOf(stats: Stats): FileEntry["kind"] {
  if (stats.isSymbolicLink()) return "link";
  if (stats.isDirectory()) return "folder";
  return stats.isFile() ? "file" : "other";
}
