import { constants, type Stats } from "node:fs";
import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { hashOf, type ObjectStore } from "../storage/object-store.ts";
import { isMissing } from "../thrown.ts";
import { absent, type FileState, maxKeptBytes } from "./file-state.ts";
import { splitPath } from "./split-path.ts";

/** What stands at a path, and by what it is known to be the same one a moment later. */
export interface Look {
  readonly state: FileState;
  readonly stats: Stats | null;
}

export interface LookTools {
  readonly guard: PathGuard;
  readonly objects: ObjectStore;
}

/** Whether the content is kept as well, so that it can be put back. */
export type Keep = "durable" | "kept" | "hash";

const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Looks at a path without following a link, its folders pinned. Throws where the disk fails or the place is left. */
export async function lookAt(path: string, keep: Keep, place: PathContext, tools: LookTools): Promise<Look> {
  const { parent, name } = splitPath(path, place.platform);
  const opened = await tools.guard.openFolder(parent, { access: "read" }, place);
  if (!opened.ok) {
    if (opened.error.reason === "not-found" || opened.error.reason === "not-a-folder")
      return { state: absent, stats: null };
    throw new Error(opened.error.message);
  }
  await using folder = opened.value;
  // The folder's path leads elsewhere now: what was there is not there any more.
  if (folder.path !== parent) return { state: absent, stats: null };
  return await lookInFolder(folder, name, keep, place, tools.objects);
}

export async function lookInFolder(
  folder: Pick<OpenedFolder, "at">,
  name: string,
  keep: Keep,
  { files }: Pick<PathContext, "files">,
  objects: ObjectStore,
): Promise<Look> {
  const at = folder.at(name);
  try {
    const stats = await files.lstat(at);
    if (stats.isDirectory()) return { state: { kind: "folder" }, stats };
    if (stats.isSymbolicLink()) return { state: { kind: "link", target: await files.readlink(at) }, stats };
    if (!stats.isFile() || stats.size > maxKeptBytes) return { state: unkept(stats), stats };
    return await readState(at, keep, files, objects);
  } catch (error) {
    if (isMissing(error)) return { state: absent, stats: null };
    throw error;
  }
}

async function readState(at: string, keep: Keep, files: PathContext["files"], objects: ObjectStore): Promise<Look> {
  const handle = await files.open(at, openFlags);
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > maxKeptBytes) return { state: unkept(stats), stats };
    const bytes = await handle.readFile();
    const hash = keep === "hash" ? hashOf(bytes) : await objects.keep(bytes, keep === "durable");
    return { state: { kind: "file", hash, size: bytes.length, mode: stats.mode & 0o7777 }, stats };
  } finally {
    await handle.close();
  }
}

function unkept(stats: Stats): FileState {
  return { kind: "unkept", size: stats.size, stamp: stampOf(stats) };
}

export function stampOf(stats: Stats): string {
  return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}:${stats.mode}`;
}
