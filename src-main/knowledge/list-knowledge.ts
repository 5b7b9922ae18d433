import type { ContractError } from "../../src-preload/contract/errors.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { KnowledgeFile } from "../../src-preload/contract/window.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";
import { builtInPrefix, fixedFiles, type KnownPath, knownPath } from "./known-path.ts";

/** Every file of the knowledge, those that are not there yet too; skills by name, the user's own first. */
export async function listKnowledge(
  workspace: PathContext,
  skills: PathContext | null,
): Promise<Result<readonly KnowledgeFile[], ContractError>> {
  try {
    const [own, builtIn] = await Promise.all([
      skillsIn(workspace, "skills", "skills/"),
      skills === null ? [] : skillsIn(skills, ".", builtInPrefix),
    ]);
    const paths = [...fixedFiles.map(([path]) => path), ...own, ...builtIn];
    const known = paths.map(knownPath).filter((path) => path !== null);
    const listed = await Promise.all(known.map((path) => describe(path, workspace, skills)));
    return ok(listed.filter((file) => file.kind !== "skill" || file.exists));
  } catch (cause) {
    return fail(storageError(cause, workspace.workFolder));
  }
}

async function skillsIn(place: PathContext, folder: string, prefix: string): Promise<readonly string[]> {
  try {
    const names = await place.files.readdir(`${place.workFolder}/${folder}`);
    return names.toSorted().map((name) => `${prefix}${name}/SKILL.md`);
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw cause;
  }
}

async function describe(
  { path, kind, readOnly, inside }: KnownPath,
  workspace: PathContext,
  skills: PathContext | null,
): Promise<KnowledgeFile> {
  const place = inside.root === "workspace" ? workspace : (skills ?? workspace);
  try {
    const { size, mtimeMs } = await place.files.stat(`${place.workFolder}/${inside.path}`);
    return { path, kind, readOnly, exists: true, size, changedAt: Math.round(mtimeMs) };
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    return { path, kind, readOnly, exists: false, size: 0, changedAt: 0 };
  }
}
