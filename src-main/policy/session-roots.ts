import { isAbsolute, join } from "node:path";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { reasonOf, systemCodeOf } from "../thrown.ts";
import { text } from "../words.ts";
import { actingNameOf } from "./acting-table.ts";
import { isReserved } from "./path-guard.ts";
import type { Root, Roots } from "./roots.ts";

export interface RootFolders {
  /** Perch's own. */
  readonly home: string;
  readonly workspace: string;
  readonly skills: string;
  readonly results: string;
}

/** `workspace` null: nothing of it is reached. */
type ReachedFolders = Omit<RootFolders, "workspace"> & { readonly workspace: string | null };

export interface RootRequest {
  readonly workFolder: string;
  readonly restricted: boolean;
  /** Make the work folder when it is not there: only for the default one. */
  readonly create: boolean;
}

/** The folders that the file tools of a run may reach, with links in them resolved. */
export async function openRoots(files: FileSystem, folders: ReachedFolders, request: RootRequest): AsyncResult<Roots> {
  const { workFolder, restricted, create } = request;
  if (!isAbsolute(workFolder)) {
    return fail(contractError("invalid-input", text("chat.folderRelative", { path: workFolder })));
  }
  try {
    const [path, reserved, ...own] = await Promise.all([
      create ? existingOrMade(files, workFolder) : files.realpath(workFolder),
      files.realpath(folders.home),
      folders.workspace === null ? [] : existing(files, folders.workspace, "workspace", "write"),
      existing(files, folders.skills, "skills", "read"),
      existing(files, folders.results, "results", "read"),
    ]);
    if (path === null) return fail(contractError("forbidden", text("chat.folderSystem", { path: workFolder })));
    // It was just resolved, so that its disk answers.
    if (!files.statNow(path).isDirectory()) {
      return fail(contractError("not-found", text("chat.folderGone", { path: workFolder })));
    }
    const list: readonly Root[] = [{ path, kind: "work", access: "write" }, ...own.flat()];
    const roots: Roots = { list, restricted, reserved };
    return isReserved(path, { roots, platform: process.platform })
      ? fail(contractError("forbidden", text("chat.folderOwn", { path: workFolder })))
      : ok(roots);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : "";
    if (code === "ENOENT" || code === "ENOTDIR") {
      return fail(contractError("not-found", text("chat.folderGone", { path: workFolder })));
    }
    const reason = reasonOf(cause);
    return fail(contractError("storage", text("chat.folderDenied", { path: workFolder, reason })));
  }
}

/** The resolved path; null where the folder would have to be made among the files of the system. */
async function existingOrMade(files: FileSystem, path: string): Promise<string | null> {
  try {
    return await files.realpath(path);
  } catch (cause) {
    if (systemCodeOf(cause) !== "ENOENT") throw cause;
  }
  if (actingNameOf(path) === "system") return null;
  await files.mkdir(path, { recursive: true });
  return files.realpath(path);
}

async function existing(
  files: FileSystem,
  path: string,
  kind: Root["kind"],
  access: Root["access"],
): Promise<readonly Root[]> {
  try {
    return [{ path: await files.realpath(path), kind, access }];
  } catch (cause) {
    if (systemCodeOf(cause) === "ENOENT") return [];
    throw cause;
  }
}

export function rootFolders(home: string, resources: string): RootFolders {
  const workspace = join(home, "workspace");
  return { home, workspace, skills: join(resources, "..", "skills"), results: join(workspace, ".results") };
}
