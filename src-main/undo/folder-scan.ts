import type { Stats } from "node:fs";
import type { Clock } from "../host.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import type { FileState } from "./file-state.ts";
import { lookInFolder, stampOf } from "./look.ts";

/*
 * The work folder as it stands before and after a command. What is known by its stamp (inode, size, times, mode) is not read
 * again.
 */

/** Above any of these a command cannot be taken back, and its card says so. */
const scanLimits = { entries: 5000, bytes: 100 * 1024 * 1024, milliseconds: 3000 } as const;

/** Never kept: what programs fetch or make again, and what only a version control system may touch. */
const skippedNames: ReadonlySet<string> = new Set([
  ...["node_modules", ".git", ".hg", ".svn", ".venv", "__pycache__", ".cache"],
]);

export interface ScannedPath {
  readonly state: FileState;
  readonly stamp: string;
  /** Milliseconds since 1970 of the last change of the content or of the entry itself, as coarse as the system's clock ticks. */
  readonly changedAt: number;
}
export type Scan = ReadonlyMap<string, ScannedPath>;
export type ScanEnd =
  | { readonly kind: "whole"; readonly paths: Scan }
  | { readonly kind: "too-much"; readonly why: "entries" | "bytes" | "time" | "unreadable" };

interface ScanNeeds {
  readonly place: PathContext;
  readonly guard: PathGuard;
  /** Where contents are kept; null: it is only counted, and nothing read. */
  readonly objects: ObjectStore | null;
  readonly clock: Clock;
  /** States by path, of an earlier scan. */
  readonly known: Scan;
}

interface Progress {
  readonly paths: Map<string, ScannedPath>;
  readonly until: number;
  bytes: number;
}

type Why = Extract<ScanEnd, { kind: "too-much" }>["why"];

const atOnce = 16;
/** More than any system's clock for files takes from tick to tick. */
export const tickMs = 40;

export async function scanFolder(folder: string, needs: ScanNeeds): Promise<ScanEnd> {
  const until = needs.clock.monotonic() + scanLimits.milliseconds;
  const progress: Progress = { paths: new Map(), until, bytes: 0 };
  const own = await statOf(folder, needs.place);
  if (own !== null) progress.paths.set(folder, { state: { kind: "folder" }, stamp: "", changedAt: own.ctimeMs });
  const waiting = [folder];
  for (;;) {
    const path = waiting.pop();
    if (path === undefined) return { kind: "whole", paths: progress.paths };
    const read = await scanOne(path, progress, needs);
    if (typeof read === "string") return { kind: "too-much", why: read };
    waiting.push(...read);
  }
}

/** The folders in a folder; a word says why it is given up. */
async function scanOne(path: string, progress: Progress, needs: ScanNeeds): Promise<readonly string[] | Why> {
  const { place, guard } = needs;
  const opened = await guard.openFolder(path, { access: "read" }, place);
  // Gone meanwhile, or Perch's own home.
  if (!opened.ok) return opened.error.reason === "failed" ? "unreadable" : [];
  await using folder = opened.value;
  if (folder.path !== path) return [];
  const names = (await place.files.readdir(folder.location)).filter((name) => !skippedNames.has(name));
  const folders: string[] = [];
  const separator = place.platform === "win32" ? "\\" : "/";
  for (let start = 0; start < names.length; start += atOnce) {
    const over = isOver(progress, needs.clock);
    if (over !== null) return over;
    const scanned = await Promise.all(
      names.slice(start, start + atOnce).map(async (name) => {
        const full = `${path}${separator}${name}`;
        return { full, one: await scanEntry(folder, name, full, progress, needs) };
      }),
    );
    for (const { full, one } of scanned) {
      if (one === null) continue;
      progress.paths.set(full, one);
      if (one.state.kind === "folder") folders.push(full);
    }
  }
  return isOver(progress, needs.clock) ?? folders;
}

function isOver({ paths, bytes, until }: Progress, clock: Clock): Why | null {
  if (paths.size > scanLimits.entries) return "entries";
  if (bytes > scanLimits.bytes) return "bytes";
  return clock.monotonic() > until ? "time" : null;
}

interface Entered {
  at(name: string): string;
}

async function scanEntry(
  folder: Entered,
  name: string,
  full: string,
  progress: Progress,
  { place, objects, known, clock }: ScanNeeds,
): Promise<ScannedPath | null> {
  const stats = await statOf(folder.at(name), place);
  if (stats === null) return null;
  if (stats.isFile()) progress.bytes += stats.size;
  const changedAt = stats.ctimeMs;
  // A second change within one tick of the system's clock would have the same stamp.
  const stamp = clock.now() - changedAt < tickMs ? "" : stampOf(stats);
  const before = known.get(full);
  if (stamp !== "" && before?.stamp === stamp) return { ...before, changedAt };
  if (objects === null)
    return { state: stats.isDirectory() ? { kind: "folder" } : { kind: "absent" }, stamp, changedAt };
  // What is too much is not copied only to be given up.
  if (progress.bytes > scanLimits.bytes) return null;
  const { state, stats: read } = await lookInFolder(folder, name, "kept", place, objects);
  if (state.kind === "absent") return null;
  return { state, stamp: read === null || stamp === "" ? "" : stampOf(read), changedAt: read?.ctimeMs ?? changedAt };
}

async function statOf(at: string, { files }: PathContext): Promise<Stats | null> {
  try {
    return await files.lstat(at);
  } catch {
    // Gone since the folder was read.
    return null;
  }
}
