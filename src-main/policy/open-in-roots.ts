import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { systemCodeOf } from "../thrown.ts";
import { actingKindOf } from "./acting-file.ts";
import type { FileChange } from "./acting-manifest.ts";
import type { ActingKind } from "./acting-table.ts";
import { secretsAmong } from "./linked-secret.ts";
import {
  type Access,
  admit,
  type GuardedPath,
  isReserved,
  openFailure,
  type PathContext,
  type PathRefusal,
  resolveInRoots,
} from "./path-guard.ts";
import { absolutePath, pathRules } from "./path-name.ts";
import { isSameOrBelow, type SecretGlobs, type SensitivePath, secretGlobs, sensitivePathOf } from "./sensitive-path.ts";

/*
 * Checking a path and then opening it leaves a gap in which a folder can be swapped for a link. So what was opened is
 * checked again by its handle. On Linux the kernel tells the handle's path, and names in an opened folder are reached
 * through `/proc/self/fd/N/name`: no swap can lead elsewhere. Other systems have no such thing in Node: there the path
 * is resolved again and must be the same file as the handle, several times, since a swap can slip between two looks.
 */

export interface OpenedFile extends GuardedPath {
  /** The caller closes it. */
  readonly handle: FileHandle;
}

export interface OpenedFolder extends GuardedPath, AsyncDisposable {
  readonly handle: FileHandle;
  /** The folder itself, as a path that stays this folder where the system can do that. */
  readonly location: string;
  /** The path of an entry, reached through the opened folder where the system can do that. */
  at(name: string): string;
  /** Whether the folder's path still leads to the opened folder. Needed before a change where `at` cannot promise it. */
  isUnchanged(): Promise<boolean>;
}

/** The path side of the policy, as the tools get it. */
export interface PathGuard {
  resolve(path: string, access: Access, place: PathContext): Promise<Result<GuardedPath, PathRefusal>>;
  open(path: string, access: Access, place: PathContext): Promise<Result<OpenedFile, PathRefusal>>;
  openFolder(path: string, request: FolderRequest, place: PathContext): Promise<Result<OpenedFolder, PathRefusal>>;
  readonly secrets: SecretGuard;
  /** The program that executes or trusts the file once it is written; null for none. */
  actingKind(path: string, change: FileChange, place: PathContext): Promise<ActingKind | null>;
}

/** What of the roots is read only after a yes. Paths are resolved ones. */
interface SecretGuard {
  /**
   * By its letters alone; also what no root admits is told. Seen from a folder outside Perch's home, all of that home is
   * one place.
   */
  placeOf(path: string, place: PathContext, from?: string): SensitivePath | null;
  /** The paths that are secret, including files that are hard-linked from a secret place. */
  among(paths: readonly string[], place: PathContext): Promise<ReadonlyMap<string, SensitivePath>>;
  globs(folder: string, place: PathContext): SecretGlobs;
}

export interface FolderRequest {
  readonly access: Access;
  /** Makes the folders that are missing, inside a root that exists. */
  readonly create?: boolean;
}

const identityLooks = 3;
const noFollow = constants.O_NOFOLLOW ?? 0;
/** A pipe without a writer would block for ever; with O_NONBLOCK it opens at once and the caller sees what it is. */
const fileFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noFollow;
const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | noFollow;

/** Opens for reading; `access` is what the caller means to do with the path. Special files are opened without waiting. */
export async function openInRoots(
  path: string,
  access: Access,
  place: PathContext,
): Promise<Result<OpenedFile, PathRefusal>> {
  const known = await openAsNamed(path, access, place);
  if (known !== null) return known;
  const resolved = await resolveInRoots(path, access, place);
  if (!resolved.ok) return resolved;
  return openVerified(resolved.value, { access, flags: fileFlags, location: resolved.value.path }, place);
}

/**
 * Opens by the name as it stands, where the kernel tells what was opened: a third of the ways through a thread are saved
 * (0.12 of 3.3 ms an iteration). Null where the name is no plain path to a file of the roots, and has to be resolved.
 */
async function openAsNamed(
  path: string,
  access: Access,
  place: PathContext,
): Promise<Result<OpenedFile, never> | null> {
  if (place.platform !== "linux") return null;
  const absolute = absolutePath(path, place);
  const named = absolute.ok ? admit(absolute.value, access, place) : absolute;
  if (!named.ok) return null;
  const opened = await openVerified(named.value, { access, flags: fileFlags, location: named.value.path }, place);
  return opened.ok ? ok(opened.value) : null;
}

/** Opens a folder; with `create`, missing ones are made one by one, each inside the one that was opened before. */
export async function openFolderInRoots(
  path: string,
  request: FolderRequest,
  place: PathContext,
): Promise<Result<OpenedFolder, PathRefusal>> {
  const resolved = await resolveInRoots(path, request.access, place);
  if (!resolved.ok) return resolved;
  const missing: string[] = [];
  const rules = pathRules(place.platform);
  let start = resolved.value.path;
  for (;;) {
    const guarded = admit(start, request.access, place);
    if (!guarded.ok) return missing.length === 0 ? guarded : fail(missingRoot(resolved.value));
    const opened = await openVerified(
      guarded.value,
      { access: request.access, flags: folderFlags, location: start },
      place,
    );
    if (opened.ok) return descend(asFolder(opened.value, place), missing, request.access, place);
    const parent = rules.dirname(start);
    if (opened.error.reason !== "not-found" || request.create !== true || parent === start) return opened;
    missing.unshift(rules.basename(start));
    start = parent;
  }
}

export const pathGuard: PathGuard = {
  resolve: resolveInRoots,
  open: openInRoots,
  openFolder: openFolderInRoots,
  secrets: {
    placeOf: secretSeenFrom,
    among: secretsAmong,
    globs: secretGlobs,
  },
  actingKind: actingKindOf,
};

function secretSeenFrom(path: string, place: PathContext, from: string = path): SensitivePath | null {
  const { reserved } = place.roots;
  const isOwn = reserved !== undefined && isSameOrBelow(path, reserved, place);
  const isHidden = isReserved(path, place) || (isOwn && !isSameOrBelow(from, reserved, place));
  return isOwn && isHidden ? { kind: "perch", place: reserved } : sensitivePathOf(path, place);
}

function missingRoot(guarded: GuardedPath): PathRefusal {
  return { reason: "not-found", message: `The folder ${guarded.root?.path ?? guarded.path} does not exist.` };
}

async function descend(
  start: OpenedFolder,
  names: readonly string[],
  access: Access,
  place: PathContext,
): Promise<Result<OpenedFolder, PathRefusal>> {
  let folder = start;
  for (const name of names) {
    const path = pathRules(place.platform).join(folder.path, name);
    const next = await makeAndOpen(folder, { ...folder, path, display: path }, access, place);
    await folder.handle.close();
    if (!next.ok) return next;
    folder = asFolder(next.value, place);
  }
  return ok(folder);
}

async function makeAndOpen(
  parent: OpenedFolder,
  guarded: GuardedPath,
  access: Access,
  place: PathContext,
): Promise<Result<OpenedFile, PathRefusal>> {
  const location = parent.at(pathRules(place.platform).basename(guarded.path));
  try {
    if (!(await parent.isUnchanged())) return fail(swapped(guarded));
    await place.files.mkdir(location);
  } catch (error) {
    if (systemCodeOf(error) !== "EEXIST") return fail(openFailure(error, guarded.display));
  }
  return openVerified(guarded, { access, flags: folderFlags, location }, place);
}

interface OpenRequest {
  readonly access: Access;
  readonly flags: number;
  readonly location: string;
}

async function openVerified(
  guarded: GuardedPath,
  request: OpenRequest,
  place: PathContext,
): Promise<Result<OpenedFile, PathRefusal>> {
  let handle: FileHandle;
  try {
    handle = await place.files.open(request.location, request.flags);
  } catch (error) {
    const isFolder = request.flags === folderFlags;
    return fail(
      isFolder && systemCodeOf(error) === "ENOTDIR" ? notAFolder(guarded) : openFailure(error, guarded.display),
    );
  }
  let verified: Result<GuardedPath, PathRefusal>;
  try {
    verified = await verifyHandle(handle, guarded, request.access, place);
  } catch (error) {
    verified = fail(openFailure(error, guarded.display));
  }
  if (verified.ok) return ok({ ...verified.value, handle });
  await handle.close();
  return verified;
}

async function verifyHandle(
  handle: FileHandle,
  guarded: GuardedPath,
  access: Access,
  place: PathContext,
): Promise<Result<GuardedPath, PathRefusal>> {
  if (place.platform === "linux") {
    const admitted = admit(place.files.openedPathNow(handle.fd), access, place);
    // A path outside that was reached by a swap is told by its asked name, never by where it led.
    return admitted.ok ? admitted : fail(swapped(guarded));
  }
  return (await isSameFile(handle, guarded.path, place)) ? ok(guarded) : fail(swapped(guarded));
}

async function isSameFile(handle: FileHandle, path: string, place: PathContext): Promise<boolean> {
  const opened = await handle.stat({ bigint: true });
  for (let look = 0; look < identityLooks; look++) {
    if ((await place.files.realpath(path)) !== path) return false;
    const named = await place.files.lstat(path, { bigint: true });
    if (opened.ino !== named.ino || opened.dev !== named.dev) return false;
  }
  return true;
}

function asFolder(opened: OpenedFile, place: PathContext): OpenedFolder {
  const isPinned = place.platform === "linux";
  const location = isPinned ? `/proc/self/fd/${opened.handle.fd}` : opened.path;
  return {
    ...opened,
    location,
    at: (name) => pathRules(place.platform).join(location, name),
    isUnchanged: async () => isPinned || (await isSameFile(opened.handle, opened.path, place)),
    [Symbol.asyncDispose]: () => opened.handle.close(),
  };
}

function notAFolder(guarded: GuardedPath): PathRefusal {
  return { reason: "not-a-folder", message: `${guarded.display} is not a folder.` };
}

function swapped(guarded: GuardedPath): PathRefusal {
  return { reason: "outside", message: `${guarded.display} changed while it was opened and is refused.` };
}
