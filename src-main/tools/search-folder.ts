import { basename, dirname, win32 } from "node:path";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import { similarNameHint } from "./similar-name.ts";
import type { ToolContext } from "./tool.ts";
import { refusalResult, type ToolFailure } from "./tool-failure.ts";

export interface SearchFolder {
  readonly folder: OpenedFolder;
  /** The name of the one file to search in it; null for all. */
  readonly only: string | null;
}

/** Opens the folder to search in; for a file, the folder it is in. */
export async function openSearchFolder(
  path: string,
  paths: PathGuard,
  context: ToolContext,
): Promise<Result<SearchFolder, ToolFailure>> {
  const folder = await paths.openFolder(path, { access: "read" }, context);
  if (folder.ok) return ok({ folder: folder.value, only: null });
  if (folder.error.reason !== "not-a-folder") {
    const isMissing = folder.error.reason === "not-found";
    return fail(refusalResult(folder.error, isMissing ? await similarNameHint(path, paths, context) : ""));
  }
  const file = await paths.open(path, "read", context);
  if (!file.ok) return fail(refusalResult(file.error));
  await file.value.handle.close();
  const rules = context.platform === "win32" ? win32 : { basename, dirname };
  const parent = await paths.openFolder(rules.dirname(file.value.path), { access: "read" }, context);
  return parent.ok
    ? ok({ folder: parent.value, only: rules.basename(file.value.path) })
    : fail(refusalResult(parent.error));
}
