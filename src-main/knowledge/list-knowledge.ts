import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { KnowledgeFile } from "../../src-preload/contract/window.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";
import { text } from "../words.ts";
import { builtInPrefix, fixedFiles, type KnownPath, knownPath } from "./known-path.ts";
import { maxSkillBytes, readSkillFile } from "./skills/skill-file.ts";

/** Every file of the knowledge, those that are not there yet too; skills by name, the user's own first. */
export async function listKnowledge(
  workspace: PathContext,
  skills: PathContext | null,
  guard: PathGuard,
): AsyncResult<readonly KnowledgeFile[]> {
  try {
    const [own, builtIn] = await Promise.all([
      skillsIn(workspace, "skills", "skills/"),
      skills === null ? [] : skillsIn(skills, ".", builtInPrefix),
    ]);
    const paths = [...fixedFiles.map(([path]) => path), ...own, ...builtIn];
    const known = paths.map(knownPath).filter((path) => path !== null);
    const listed = await Promise.all(known.map((path) => describe(path, workspace, { skills, guard })));
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
  { skills, guard }: { readonly skills: PathContext | null; readonly guard: PathGuard },
): Promise<KnowledgeFile> {
  const place = inside.root === "workspace" ? workspace : (skills ?? workspace);
  try {
    const { size, mtimeMs } = await place.files.stat(`${place.workFolder}/${inside.path}`);
    const problem = kind === "skill" ? await problemOf(inside.path, place, guard) : "";
    return { path, kind, readOnly, exists: true, size, changedAt: Math.round(mtimeMs), problem };
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    return { path, kind, readOnly, exists: false, size: 0, changedAt: 0, problem: "" };
  }
}

async function problemOf(path: string, place: PathContext, guard: PathGuard): Promise<string> {
  const opened = await guard.open(`./${path}`, "read", place);
  // Why it cannot be read is told where it is opened.
  if (!opened.ok) return "";
  await using handle = opened.value.handle;
  const stats = await handle.stat();
  if (!stats.isFile()) return "";
  if (stats.size > maxSkillBytes) return text("skill.tooLarge", { most: maxSkillBytes / 1024 });
  const skill = await readSkillFile(await handle.readFile("utf8"), path.split("/").at(-2) ?? "");
  return skill.ok ? "" : skill.error;
}
