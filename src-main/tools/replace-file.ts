import { constants, type Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, win32 } from "node:path";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { reasonOf, systemCodeOf } from "../thrown.ts";
import { notAFile } from "./special-file.ts";
import type { ToolContext } from "./tool.ts";
import { failure, refusalResult, type ToolFailure } from "./tool-failure.ts";

export interface FileReplacement {
  /** Real path, as the guard resolved it. */
  readonly path: string;
  /** As the model knows it. */
  readonly display: string;
  readonly bytes: Uint8Array;
  /** What stood there when the new content was made; null for nothing. */
  readonly before: Stats | null;
}

/** What of a call is needed to write; a person who saves a file has it as well. */
export type WriteContext = PathContext &
  Pick<ToolContext, "clock" | "log" | "signal" | "afterWrite"> & {
    /** In the name of the temporary file. */
    readonly runId: string;
  };

/** A replaced file is a new one: other names of the old one, hard links, keep what stood there. "" where it had none. */
export function namesLeft(before: Stats | null): string {
  const count = before === null ? 0 : before.nlink - 1;
  if (count < 1) return "";
  return ` It had ${count === 1 ? "another name" : `${count} other names`} (hard links), where the old text still stands.`;
}

const noFollow = constants.O_NOFOLLOW ?? 0;
const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow;
const probeFlags = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | noFollow;
const maxTempNames = 100;
/** Windows refuses to replace a file while a scanner or an editor looks at it; it lets go soon. */
const renameTries = 5;
const renamePauseMs = 50;

/**
 * Puts a whole file in place of what is there: written beside it, synced, renamed over it, the folder synced. Either
 * the old or the new content is there at any time, and nothing else is left. Missing folders are made inside the
 * roots. The caller holds the path's lock and has awaited `beforeWrite`.
 */
export async function replaceFile(
  replacement: FileReplacement,
  paths: PathGuard,
  context: WriteContext,
): Promise<Result<void, ToolFailure>> {
  const rules = context.platform === "win32" ? win32 : { basename, dirname };
  const parent = rules.dirname(replacement.path);
  const folder = await paths.openFolder(parent, { access: "write", create: true }, context);
  if (!folder.ok) return fail(refusalResult(folder.error));
  try {
    await using opened = folder.value;
    if (opened.path !== parent) return fail(changed(replacement));
    return await writeInto(opened, { ...replacement, name: rules.basename(replacement.path) }, context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    return fail(writeFailure(error, replacement.display));
  } finally {
    // Also of one that failed: what was announced did not come to stand there.
    await context.afterWrite(replacement.path);
  }
}

interface NamedReplacement extends FileReplacement {
  readonly name: string;
}

async function writeInto(
  folder: OpenedFolder,
  replacement: NamedReplacement,
  context: WriteContext,
): Promise<Result<void, ToolFailure>> {
  const target = folder.at(replacement.name);
  const refused = await checkTarget(target, replacement, context);
  if (refused !== null) return fail(refused);
  const temp = await createTemp(folder, context);
  try {
    try {
      await fillTemp(temp.handle, replacement, context);
    } finally {
      await temp.handle.close();
    }
    context.signal.throwIfAborted();
    if (!(await folder.isUnchanged())) {
      await removeTemp(temp.path, context);
      return fail(changed(replacement));
    }
    await renameOver(temp.path, target, context);
  } catch (error) {
    await removeTemp(temp.path, context);
    throw error;
  }
  await syncFolder(folder, context);
  return ok(undefined);
}

/** Why the target may not be replaced: it became something else meanwhile, or the system forbids writing to it. */
async function checkTarget(
  target: string,
  replacement: FileReplacement,
  context: WriteContext,
): Promise<ToolFailure | null> {
  const now = await statOrNull(target, context);
  if (now === null) return replacement.before === null ? null : changed(replacement);
  const special = now.isSymbolicLink() ? null : notAFile(now, replacement.display);
  if (special !== null) return failure(special);
  if (replacement.before === null || !isSameState(now, replacement.before)) return changed(replacement);
  // A rename needs no right to the file itself; asking for it keeps a read-only file read-only.
  const probe = await context.files.open(target, probeFlags);
  await probe.close();
  return null;
}

async function statOrNull(path: string, context: WriteContext): Promise<Stats | null> {
  try {
    return await context.files.lstat(path);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function isSameState(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev && a.size === b.size && a.mtimeMs === b.mtimeMs;
}

interface Temp {
  readonly handle: FileHandle;
  readonly path: string;
}

async function createTemp(folder: OpenedFolder, context: WriteContext): Promise<Temp> {
  const run = context.runId.replace(/[^A-Za-z0-9_-]/g, "").slice(0, 60);
  for (let number = 0; ; number++) {
    const path = folder.at(`.perch-write-${run}-${number}.tmp`);
    try {
      return { handle: await context.files.open(path, createFlags, 0o666), path };
    } catch (error) {
      const isTaken = systemCodeOf(error) === "EEXIST";
      if (!isTaken || number >= maxTempNames) throw error;
    }
  }
}

async function fillTemp(handle: FileHandle, { bytes, before }: FileReplacement, context: WriteContext): Promise<void> {
  await handle.writeFile(bytes);
  if (before !== null && context.platform !== "win32") {
    await keepOwner(handle, before, context);
    await handle.chmod(before.mode & 0o777);
  }
  await handle.sync();
}

async function keepOwner(handle: FileHandle, before: Stats, context: WriteContext): Promise<void> {
  const own = await handle.stat();
  if (own.uid === before.uid && own.gid === before.gid) return;
  try {
    await handle.chown(before.uid, before.gid);
  } catch (error) {
    context.log("debug", "the owner of a replaced file could not be kept", { error });
  }
}

async function renameOver(from: string, to: string, context: WriteContext): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await context.files.rename(from, to);
      return;
    } catch (error) {
      const code = systemCodeOf(error);
      const isBusy = context.platform === "win32" && (code === "EPERM" || code === "EBUSY" || code === "EACCES");
      if (!isBusy || attempt >= renameTries) throw error;
      await new Promise<void>((resolve) => context.clock.setTimer(renamePauseMs * attempt, resolve));
    }
  }
}

async function removeTemp(path: string, context: WriteContext): Promise<void> {
  try {
    await context.files.unlink(path);
  } catch (error) {
    context.log("warn", "a temporary file could not be removed", { path, error });
  }
}

/** The new content is in place; that its name survives a power cut is wished for, not promised (Windows has no way). */
async function syncFolder(folder: OpenedFolder, context: WriteContext): Promise<void> {
  if (context.platform === "win32") return;
  try {
    await folder.handle.sync();
  } catch (error) {
    context.log("debug", "a folder could not be synced", { path: folder.path, error });
  }
}

function changed(replacement: FileReplacement): ToolFailure {
  return failure(
    `${replacement.display} changed on the disk meanwhile. Nothing was written: read it again first.`,
    "changed-meanwhile",
  );
}

function writeFailure(error: unknown, display: string): ToolFailure {
  const code = systemCodeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT")
    return failure(`The disk is full: ${display} was not written.`, "disk-full");
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return failure(`${display} was not written: the system denies permission.`, "unreadable");
  }
  return failure(`${display} was not written: ${reasonOf(error)}`);
}
