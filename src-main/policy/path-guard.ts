import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { passingCodes } from "../storage/passing-codes.ts";
import { reasonOf, systemCodeOf } from "../thrown.ts";
import { nameInFolder } from "./name-in-folder.ts";
import { absolutePath, comparable, isInside, type PathBase, pathRules } from "./path-name.ts";
import type { Root, Roots } from "./roots.ts";

export type Access = "read" | "write";

/** Where a path is resolved: a tool's context is one. */
export interface PathContext extends PathBase {
  readonly roots: Roots;
  readonly files: FileSystem;
}

/** A path that may be touched in the way that was asked for. */
export interface GuardedPath {
  /** Absolute, without links. It may not exist yet. */
  readonly path: string;
  /** The root that admits it; null when file tools are not restricted and it lies in none. */
  readonly root: Root | null;
  /** Relative to the work folder when it lies there, else absolute. */
  readonly display: string;
}

export interface PathRefusal {
  readonly reason: "invalid" | "outside" | "read-only" | "not-found" | "not-a-folder" | "failed";
  /** For the model: what is wrong and, for a path outside, what the roots are. */
  readonly message: string;
  /** A second try may go well. */
  readonly passing?: boolean;
}

const maxLinks = 40;
/**
 * The real path behind what a model wrote, if the roots admit it. Links are followed as far as the path exists; the
 * target of a link that leads nowhere counts as well, so that writing through it cannot leave the roots. What lies on
 * the disk may change right after: opening must go through `openInRoots` or `openFolderInRoots`.
 */
export async function resolveInRoots(
  path: string,
  access: Access,
  place: PathContext,
): Promise<Result<GuardedPath, PathRefusal>> {
  const absolute = absolutePath(path, place);
  if (!absolute.ok) return fail({ reason: "invalid", message: `${capitalised(absolute.error)}.` });
  try {
    return admit(await realTarget(absolute.value, place, 0), access, place);
  } catch (error) {
    const lexical = admit(absolute.value, access, place);
    const failure = openFailure(error, path);
    return lexical.ok || startsInWorkFolder(absolute.value, place) ? fail(failure) : lexical;
  }
}

/** Whether the roots admit this real path. Looks at nothing on the disk. */
export function admit(real: string, access: Access, place: PathContext): Result<GuardedPath, PathRefusal> {
  const display = displayPath(real, place);
  if (access === "write" && isTranscript(real, place)) {
    return fail({ reason: "read-only", message: `${display} is part of the saved sessions, which are read-only.` });
  }
  if (isReserved(real, place)) return fail(outside(display, place));
  const root = innermostRoot(real, place);
  if (!place.roots.restricted) return ok({ path: real, root, display });
  if (root === null) return fail(outside(display, place));
  if (access === "write" && root.access === "read") {
    return fail({ reason: "read-only", message: `${display} is read-only (${describeRoot(root)}).` });
  }
  return ok({ path: real, root, display });
}

/** What an error of the file system means for the one who named the path. */
export function openFailure(error: unknown, display: string): PathRefusal {
  switch (systemCodeOf(error)) {
    case "ENOENT":
      return { reason: "not-found", message: `${display} does not exist.` };
    case "ENOTDIR":
      return { reason: "not-found", message: `${display} does not exist: a part of its path is a file, not a folder.` };
    case "EACCES":
    case "EPERM":
      return { reason: "failed", message: `${display} cannot be opened: the system denies permission.` };
    case "ELOOP":
      return {
        reason: "failed",
        message: `${display} cannot be opened: it is a link that changed or leads in a circle.`,
      };
    case "ENAMETOOLONG":
      return { reason: "invalid", message: `${display} cannot be opened: the name is too long.` };
    case "ENXIO":
      return { reason: "failed", message: `${display} is a special file (device, pipe or socket) and is not opened.` };
    case "EISDIR":
      return { reason: "failed", message: `${display} is a folder.` };
    default:
      return {
        reason: "failed",
        message: `${display} cannot be opened: ${reasonOf(error)}.`,
        passing: passingCodes.has(systemCodeOf(error) ?? ""),
      };
  }
}

async function realTarget(path: string, place: PathContext, links: number): Promise<string> {
  try {
    return await place.files.realpath(path);
  } catch (error) {
    if (systemCodeOf(error) !== "ENOENT") throw error;
    const rules = pathRules(place.platform);
    const parentPath = rules.dirname(path);
    if (parentPath === path || links > maxLinks) throw error;
    const parent = await realTarget(parentPath, place, links);
    const entry = await entryOf(parent, rules.basename(path), place);
    const target = await linkTarget(entry, place.files);
    return target === null ? entry : realTarget(rules.resolve(parent, target), place, links + 1);
  }
}

/** What is outside, and not on the way to a root, keeps its asked name: a refusal must not tell what exists. */
async function entryOf(folder: string, name: string, place: PathContext): Promise<string> {
  const rules = pathRules(place.platform);
  const found = rules.join(folder, await nameInFolder(folder, name, place));
  const mayTell =
    admit(found, "read", place).ok || place.roots.list.some((root) => isInside(root.path, found, place.platform));
  return mayTell ? found : rules.join(folder, name);
}

async function linkTarget(path: string, files: FileSystem): Promise<string | null> {
  try {
    return await files.readlink(path);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === "ENOENT" || code === "EINVAL" || code === "UNKNOWN") return null;
    throw error;
  }
}

function startsInWorkFolder(path: string, place: PathContext): boolean {
  return isInside(path, place.workFolder, place.platform);
}

function isTranscript(real: string, place: PathContext): boolean {
  const rules = pathRules(place.platform);
  const path = comparable(real, place.platform);
  return place.roots.list.some(
    (root) =>
      root.kind === "workspace" &&
      isInside(path, comparable(rules.join(root.path, "sessions"), place.platform), place.platform),
  );
}

/** In Perch's own home, and in none of the folders that it lends: keys, other chats, what was allowed. */
export function isReserved(real: string, place: Pick<PathContext, "roots" | "platform">): boolean {
  const { reserved, list } = place.roots;
  if (reserved === undefined) return false;
  const isIn = (folder: string): boolean =>
    isInside(comparable(real, place.platform), comparable(folder, place.platform), place.platform);
  return isIn(reserved) && !list.some((root) => root.kind !== "work" && isIn(root.path));
}

/** Of nested roots the innermost decides; of equal ones the one that allows more. */
function innermostRoot(real: string, place: PathContext): Root | null {
  let best: Root | null = null;
  for (const root of place.roots.list) {
    if (!isInside(real, root.path, place.platform)) continue;
    const isInner = best === null || root.path.length > best.path.length;
    const isWider = best !== null && root.path.length === best.path.length && root.access === "write";
    if (isInner || isWider) best = root;
  }
  return best;
}

function displayPath(real: string, place: PathContext): string {
  const rules = pathRules(place.platform);
  const work = place.roots.list.find((root) => root.kind === "work" && isInside(real, root.path, place.platform));
  return work === undefined ? real : rules.relative(work.path, real) || ".";
}

function outside(display: string, place: PathContext): PathRefusal {
  const list = place.roots.list.map(describeRoot).join(", ");
  return {
    reason: "outside",
    message: `${display} is outside the folders that may be used: ${list || "none"}. Use a path inside them, or ask the user.`,
  };
}

const rootNames: Readonly<Record<Root["kind"], string>> = {
  work: "work folder",
  workspace: "workspace",
  skills: "skills",
  results: "long results",
};

function describeRoot(root: Root): string {
  return `${root.path} (${rootNames[root.kind]}${root.access === "read" ? ", read-only" : ""})`;
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
