import { join, sep } from "node:path";
import type { RootFolders } from "../policy/session-roots.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { actingNames } from "./acting-names.ts";
import { homeSecrets } from "./home-secrets.ts";
import type { ReachPaths } from "./host-messages.ts";

export interface ReachRequest {
  /** The work folder, resolved: what a command may write. */
  readonly workFolder: string;
  /** The command's own. */
  readonly temp: string;
  /** Folders of skills that are in use: of Perch's own home it may read these, and long results. */
  readonly skills: readonly string[];
}

export interface Reach {
  readonly paths: ReachPaths;
  /** What others run or trust by themselves in the work folder: a part of what may not be written. */
  readonly acting: readonly string[];
  /** Secrets that are there and that the command does not see. */
  readonly hidden: readonly string[];
}

interface ReachSurroundings {
  readonly files: FileSystem;
  readonly folders: RootFolders;
  readonly userHome: string;
}

/** Where the runtime lets every command write, whatever it is told: for the runtime's own maker alone. */
const alwaysWritable = [".npm/_logs", ".claude/debug"];
/** One folder for all commands, where the runtime is not told of another. */
const runtimeTemp = "/tmp/claude";

/** The paths that one command may read and write, and which of the latter others act on. What a denied folder holds that is lent again is for reading alone. */
export async function reachOf(request: ReachRequest, surroundings: ReachSurroundings): Promise<Reach> {
  const { files, folders, userHome } = surroundings;
  const { workFolder, temp, skills } = request;
  // Somebody who works in such a folder has lent it.
  const isLent = (path: string): boolean => isWithin(workFolder, path);
  const secrets = await homeSecrets(userHome, files);
  const perch = await resolved(folders.home, files);
  const acting = await actingNames(workFolder, userHome, files);
  const paths: ReachPaths = {
    denyRead: [...unlent(secrets, isLent, userHome), ...perch],
    allowRead: (await Promise.all([...skills, folders.results].map((path) => resolved(path, files)))).flat(),
    allowWrite: [workFolder, temp],
    denyWrite: [...acting, ...perch, runtimeTemp],
  };
  return { paths, acting, hidden: secrets.filter((path) => !isLent(path)) };
}

export interface ServerReachRequest {
  /** What it is lent to write, resolved. */
  readonly folders: readonly string[];
  /** What of Perch's home it reads; perhaps not there. */
  readonly reads: readonly string[];
  /** Its package cache and its temp folder: nobody else acts on what lies there. */
  readonly own: readonly string[];
}

/**
 * The paths that a server may read and write. Its cache lies in Perch's home, of which nothing else is there for it but the bundle that it came in; what it
 * writes elsewhere in there is written nowhere.
 */
export async function reachOfServer(
  { folders: lent, reads, own }: ServerReachRequest,
  surroundings: ReachSurroundings,
): Promise<ReachPaths> {
  const { files, folders, userHome } = surroundings;
  const acting = await Promise.all(lent.map((folder) => actingNames(folder, userHome, files)));
  const secrets = await homeSecrets(userHome, files);
  return {
    denyRead: [...unlent(secrets, (path) => lent.includes(path), userHome), ...(await resolved(folders.home, files))],
    allowRead: (await Promise.all(reads.map((path) => resolved(path, files)))).flat(),
    allowWrite: [...lent, ...own],
    denyWrite: [...new Set(acting.flat()), runtimeTemp],
  };
}

/** What the home folder keeps secret, and what the runtime would let everybody write, without what somebody has lent. */
function unlent(secrets: readonly string[], isLent: (path: string) => boolean, userHome: string): readonly string[] {
  return [...secrets, ...alwaysWritable.map((name) => join(userHome, name))].filter((path) => !isLent(path));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** With and without the links in it; nothing where it is not there. */
async function resolved(path: string, files: FileSystem): Promise<readonly string[]> {
  try {
    return [...new Set([path, await files.realpath(path)])];
  } catch (cause) {
    if (cause instanceof Error && "code" in cause) return [];
    throw cause;
  }
}
