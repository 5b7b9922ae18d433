import { join, parse } from "node:path";
import { createNameTable } from "../policy/name-table.ts";
import { secretPatterns } from "../policy/secret-table.ts";
import type { FileSystem } from "../storage/file-system.ts";

/** Of the kernel; a confined command has its own. */
const ownProc = /^\/proc\//;

type ListNames = (folder: string) => Promise<readonly string[]>;

/**
 * What the table of secrets names that is there in a home folder and among the system's files: absolute paths. A name
 * without a folder (`*.pem`) is looked for in the home folder itself.
 */
export async function homeSecrets(userHome: string, files: FileSystem): Promise<readonly string[]> {
  const names = namesOnce(files);
  const patterns = Object.values(secretPatterns())
    .flat()
    .filter((pattern) => !ownProc.test(pattern));
  const found = await Promise.all(
    patterns.map((pattern) => {
      const base = pattern.startsWith("/") ? parse(userHome).root : userHome;
      return matching(
        [base],
        pattern.split("/").filter((name) => name !== ""),
        names,
      );
    }),
  );
  return [...new Set(found.flat())].toSorted();
}

async function matching(
  folders: readonly string[],
  [name, ...others]: readonly string[],
  names: ListNames,
): Promise<readonly string[]> {
  if (name === undefined || folders.length === 0) return folders;
  const isWanted = matcherOf(name);
  const next = await Promise.all(
    folders.map(async (folder) => (await names(folder)).filter(isWanted).map((entry) => join(folder, entry))),
  );
  return matching(next.flat(), others, names);
}

function matcherOf(name: string): (entry: string) => boolean {
  if (!name.includes("*")) return (entry) => entry.toLowerCase() === name.toLowerCase();
  const table = createNameTable({ wanted: [name] });
  return (entry) => table.find(entry) !== null;
}

/** Each folder is listed once, however many patterns go through it. */
function namesOnce(files: FileSystem): ListNames {
  const listed = new Map<string, Promise<readonly string[]>>();
  const list: ListNames = async (folder) => {
    try {
      return await files.readdir(folder);
    } catch (cause) {
      // What cannot be looked at, a confined command cannot look at either: it is the same person.
      if (cause instanceof Error && "code" in cause) return [];
      throw cause;
    }
  };
  return (folder) => {
    const before = listed.get(folder) ?? list(folder);
    listed.set(folder, before);
    return before;
  };
}
