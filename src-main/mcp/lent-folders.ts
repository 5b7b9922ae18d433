import { isAbsolute, parse, resolve } from "node:path";
import type { FileSystem } from "../storage/file-system.ts";
import { isBelow } from "../storage/is-below.ts";
import { systemCodeOf } from "../thrown.ts";

interface Homes {
  readonly userHome: string;
  /** Perch's own. */
  readonly home: string;
}

/**
 * Why a folder is not one that a server may write. `wide`: the disk, or what a home folder lies in; `own`: Perch's; `gone`: it
 * is not there.
 */
type Unlent = "relative" | "wide" | "own" | "gone";

/** A path with the person's own folder in place of `~`. */
export function fromHome(path: string, userHome: string): string {
  return path.replace(/^~(?=$|[/\\])/, userHome);
}

/** What is wrong with a folder as its path tells; null where nothing is. */
export function problemOfFolder(folder: string, { userHome, home }: Homes): Exclude<Unlent, "gone"> | null {
  const path = fromHome(folder.trim(), userHome);
  if (!isAbsolute(path)) return "relative";
  const whole = resolve(path);
  if (isBelow(whole, home)) return "own";
  return whole === parse(whole).root || isBelow(userHome, whole) || isBelow(home, whole) ? "wide" : null;
}

export interface LentFolders {
  /** Resolved. */
  readonly lent: readonly string[];
  readonly left: readonly { readonly folder: string; readonly why: Unlent }[];
}

/** The folders that a server may write of those that its settings name. */
export async function lentFolders(wanted: readonly string[], homes: Homes, files: FileSystem): Promise<LentFolders> {
  const real = { userHome: await resolved(homes.userHome, files), home: await resolved(homes.home, files) };
  const looked = await Promise.all(wanted.map((folder) => look(folder, homes.userHome, { real, files })));
  return {
    lent: [...new Set(looked.flatMap(({ path, why }) => (why === null ? [path] : [])))],
    left: looked.flatMap(({ folder, why }) => (why === null ? [] : [{ folder, why }])),
  };
}

async function look(
  folder: string,
  userHome: string,
  { real, files }: { readonly real: Homes; readonly files: FileSystem },
): Promise<{ readonly folder: string; readonly path: string; readonly why: Unlent | null }> {
  const path = fromHome(folder.trim(), userHome);
  if (!isAbsolute(path)) return { folder, path, why: "relative" };
  try {
    // A link may lead to what is too wide.
    const whole = await files.realpath(path);
    return { folder, path: whole, why: problemOfFolder(whole, real) };
  } catch (cause) {
    if (systemCodeOf(cause) === null) throw cause;
    return { folder, path, why: "gone" };
  }
}

async function resolved(path: string, files: FileSystem): Promise<string> {
  try {
    return await files.realpath(path);
  } catch (cause) {
    if (systemCodeOf(cause) === null) throw cause;
    return path;
  }
}
