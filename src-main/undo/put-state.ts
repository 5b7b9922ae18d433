import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { OpenedFolder } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { isMissing, systemCodeOf } from "../thrown.ts";
import type { FileState } from "./file-state.ts";
import { isSameState } from "./file-state.ts";
import { type LookTools, lookInFolder, stampOf } from "./look.ts";
import { splitPath } from "./split-path.ts";

/** Why a path was left as it is. */
export type LeftWhy = "changed" | "not-kept" | "not-empty" | "unreachable" | "failed";
export type Put =
  | { readonly kind: "done" }
  | { readonly kind: "left"; readonly why: LeftWhy; readonly cause?: unknown };

const done: Put = { kind: "done" };
const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export interface PutStep {
  readonly path: string;
  /** What must stand there. */
  readonly from: FileState;
  /** What stands there afterwards. */
  readonly to: FileState;
}

/**
 * Makes a path be as it was: either the one or the other state stands there at any time, and where something else does, it
 * is left. The folders of what is made again are made too. The caller holds the path's lock.
 */
export async function putState(step: PutStep, means: Means): Promise<Put> {
  const { place, tools } = means;
  const { parent, name } = splitPath(step.path, place.platform);
  const create = step.to.kind !== "absent";
  try {
    const opened = await tools.guard.openFolder(parent, { access: "write", create }, place);
    if (!opened.ok) {
      const isGone = step.to.kind === "absent" && opened.error.reason === "not-found";
      return isGone ? done : { kind: "left", why: "unreachable", cause: opened.error.message };
    }
    await using folder = opened.value;
    if (folder.path !== parent) return { kind: "left", why: "unreachable" };
    return await putInFolder(folder, name, step, means);
  } catch (cause) {
    return { kind: "left", why: "failed", cause };
  }
}

interface Means {
  readonly place: PathContext;
  readonly tools: LookTools;
  /** A name for a file that is made beside its place, new each time. */
  readonly tempName: () => string;
}

/** Of what is left behind where the process ends in the middle. */
export const tempPrefix = ".perch-undo-";

async function putInFolder(folder: OpenedFolder, name: string, step: PutStep, means: Means): Promise<Put> {
  const { place, tools } = means;
  const now = await lookInFolder(folder, name, "hash", place, tools.objects);
  if (isSameState(now.state, step.to)) return done;
  if (!isSameState(now.state, step.from)) return { kind: "left", why: "changed" };
  const at = folder.at(name);
  const isStill = async (): Promise<boolean> => {
    if (!(await folder.isUnchanged())) return false;
    try {
      const stamp = stampOf(await place.files.lstat(at));
      return now.stats !== null && stamp === stampOf(now.stats);
    } catch (error) {
      if (isMissing(error)) return now.stats === null;
      throw error;
    }
  };
  if (now.state.kind === "folder" && step.to.kind !== "folder") {
    const removed = await removeFolder(at, place);
    if (removed.kind === "left" || step.to.kind === "absent") return removed;
  }
  return put(at, step.to, { folder, means, isStill: now.state.kind === "folder" ? async () => true : isStill });
}

interface PutPlace {
  readonly folder: OpenedFolder;
  readonly means: Means;
  readonly isStill: () => Promise<boolean>;
}

async function put(at: string, to: FileState, where: PutPlace): Promise<Put> {
  const { folder, means, isStill } = where;
  const { files } = means.place;
  switch (to.kind) {
    case "absent":
      if (!(await isStill())) return { kind: "left", why: "changed" };
      await files.unlink(at);
      break;
    case "folder":
      if (!(await isStill())) return { kind: "left", why: "changed" };
      // Something else that stood here is taken away first: a folder cannot be put over it.
      await files.rm(at, { force: true });
      await files.mkdir(at);
      break;
    case "link": {
      const made = await putOver(at, where, (temp) => files.symlink(to.target, temp));
      if (made.kind === "left") return made;
      break;
    }
    case "file": {
      const bytes = await means.tools.objects.read(to.hash);
      if (bytes === null) return { kind: "left", why: "not-kept" };
      const write = (temp: string): Promise<void> => writeFile(temp, bytes, to.mode, means.place);
      const made = await putOver(at, where, write);
      if (made.kind === "left") return made;
      break;
    }
    case "unkept":
      return { kind: "left", why: "not-kept" };
  }
  await syncOpened(folder, means.place);
  return done;
}

/** Made beside it and renamed over it. */
async function putOver(at: string, { folder, means, isStill }: PutPlace, make: (temp: string) => Promise<void>) {
  const { files } = means.place;
  const temp = folder.at(`${tempPrefix}${means.tempName()}.tmp`);
  try {
    await make(temp);
    if (!(await isStill())) {
      await files.unlink(temp);
      return { kind: "left", why: "changed" } as const;
    }
    await files.rename(temp, at);
    return done;
  } catch (cause) {
    await files.rm(temp, { force: true });
    throw cause;
  }
}

async function writeFile(temp: string, bytes: Uint8Array, mode: number, { files }: PathContext): Promise<void> {
  const handle: FileHandle = await files.open(temp, createFlags, 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Only an empty one: what somebody else put into it stays, and it with it. */
async function removeFolder(at: string, { files }: PathContext): Promise<Put> {
  try {
    await files.rmdir(at);
    return done;
  } catch (cause) {
    const code = systemCodeOf(cause);
    return { kind: "left", why: code === "ENOTEMPTY" || code === "EEXIST" ? "not-empty" : "failed", cause };
  }
}

async function syncOpened(folder: OpenedFolder, place: PathContext): Promise<void> {
  if (place.platform === "win32") return;
  try {
    await folder.handle.sync();
  } catch (error) {
    if (systemCodeOf(error) === null) throw error;
    // Some network drives cannot: the content is in place all the same.
  }
}
