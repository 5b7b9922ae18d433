import { join, relative, sep } from "node:path";
import { type ActingKind, actingNameOf } from "../policy/acting-table.ts";
import type { FileSystem } from "../storage/file-system.ts";

/**
 * What builds and package managers themselves write stays theirs: a command that installs a package changes
 * `package.json`. What it says runs when a person builds the project or installs it again.
 */
const unprotected: ReadonlySet<ActingKind> = new Set<ActingKind>(["packages"]);
/**
 * Kept from being made where they are not there, in the home folder alone, where every shell looks: each shows in a listing
 * as a device, and git could add nothing in a folder with such files.
 */
const neverMadeAtHome = [
  ...[".bashrc", ".bash_profile", ".bash_login", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin"],
  ...[".gitconfig", ".config/autostart", ".config/systemd", ".config/fish", ".local/bin", ".local/share/applications"],
];
/** Of a repository: the rest of `.git` is what git itself writes. */
const ofRepository = ["hooks", "config", "config.worktree", "info/attributes", "commondir"];
/** What stands in for a name that is not there would break git: these are kept as they are where they are there. */
const onlyWhereThere: ReadonlySet<string> = new Set(["config", "config.worktree", "info/attributes", "commondir"]);
/** Folders of this kind hold as many files as they like, and none that a person opens. */
const passedOver: ReadonlySet<string> = new Set(["node_modules", ".venv", "venv", "target", "__pycache__"]);

const mostDepth = 3;
const mostFolders = 500;
const mostTold = 10;

/**
 * What others run or trust by themselves in a work folder, which a confined command may not change: what is there down to
 * three folders deep, and in the home folder the few names that may not be made either. Absolute paths.
 */
export async function actingNames(folder: string, userHome: string, files: FileSystem): Promise<readonly string[]> {
  const found = new Set((folder === userHome ? neverMadeAtHome : []).map((name) => join(folder, name)));
  let level: readonly string[] = [folder];
  let seen = 0;
  for (let depth = 0; depth <= mostDepth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const one of level) {
      if (++seen > mostFolders) return [...found];
      for (const entry of await entriesOf(one, files)) {
        const path = join(one, entry.name);
        const kind = kindOf(join(sep, "lent", relative(folder, path)), entry.isFolder);
        if (entry.name === ".git") for (const own of await gitNames(path, entry.isFolder, files)) found.add(own);
        else if (kind !== null && !unprotected.has(kind)) found.add(path);
        else if (entry.isFolder && !passedOver.has(entry.name)) next.push(path);
      }
    }
    level = next;
  }
  return [...found];
}

/** A folder whose settings act is kept whole: files that are not there yet must not be made in it either. */
function kindOf(path: string, isFolder: boolean): ActingKind | null {
  return actingNameOf(path) ?? (isFolder ? actingNameOf(join(path, "settings.json")) : null);
}

/** A `.git` that is a file leads to a repository elsewhere. */
async function gitNames(path: string, isFolder: boolean, files: FileSystem): Promise<readonly string[]> {
  if (!isFolder) return [path];
  // No repository yet: `git init` may still make one, and takes the hooks that lie there.
  if (!(await isThere(join(path, "HEAD"), files))) {
    return (await isThere(join(path, "hooks"), files)) ? [join(path, "hooks")] : [];
  }
  const there = await Promise.all(
    ofRepository.map(async (name) => !onlyWhereThere.has(name) || (await isThere(join(path, name), files))),
  );
  return ofRepository.filter((_name, index) => there[index]).map((name) => join(path, name));
}

async function isThere(path: string, files: FileSystem): Promise<boolean> {
  try {
    await files.lstat(path);
    return true;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause) return false;
    throw cause;
  }
}

async function entriesOf(
  folder: string,
  files: FileSystem,
): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]> {
  try {
    const entries = await files.readdir(folder, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  } catch (cause) {
    // Gone meanwhile, or not to be read by a command either.
    if (cause instanceof Error && "code" in cause) return [];
    throw cause;
  }
}

/** What a command made of this kind in its folder, as paths from there; of a repository that it made, its folder alone. */
export function madeActing(before: readonly string[], after: readonly string[], folder: string): readonly string[] {
  const known = new Set(before);
  const made = after
    .filter((path) => !known.has(path))
    .map((path) => relative(folder, path))
    .map((path) => {
      const names = path.split(sep);
      const repository = names.indexOf(".git");
      return repository === -1 ? path : join(...names.slice(0, repository + 1));
    });
  return [...new Set(made)].slice(0, mostTold);
}
