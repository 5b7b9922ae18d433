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
}

interface ReachSurroundings {
  readonly files: FileSystem;
  readonly folders: RootFolders;
  readonly userHome: string;
}

/** Where the runtime lets every command write, whatever it is told: for the runtime's own maker alone. */
const alwaysWritable = [".npm/_logs", ".claude/debug"];

/** The paths that one command may read and write, and which of the latter others act on. What a denied folder holds that is lent again is for reading alone. */
export async function reachOf(request: ReachRequest, surroundings: ReachSurroundings): Promise<Reach> {
  const { files, folders, userHome } = surroundings;
  const { workFolder, temp, skills } = request;
  const secrets = await homeSecrets(userHome, files);
  const perch = await resolved(folders.home, files);
  // Somebody who works in such a folder has lent it.
  const denied = [...secrets, ...alwaysWritable.map((name) => join(userHome, name))].filter(
    (path) => !isWithin(workFolder, path),
  );
  const acting = await actingNames(workFolder, userHome, files);
  const paths: ReachPaths = {
    denyRead: [...denied, ...perch],
    allowRead: (await Promise.all([...skills, folders.results].map((path) => resolved(path, files)))).flat(),
    allowWrite: [workFolder, temp],
    denyWrite: [...acting, ...perch, "/tmp/claude"],
  };
  return { paths, acting };
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
