import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { KnowledgeFile } from "../../src-preload/contract/window.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";
import { text } from "../words.ts";
import { builtInPrefix, fixedFiles, type KnownPath, knownPath } from "./known-path.ts";
import { maxProfileBytes, readProfileFile } from "./profiles/profile-file.ts";
import { maxSkillBytes, readSkillFile } from "./skills/skill-file.ts";

/** Every file of the knowledge, those that are not there yet too; skills by name, the user's own first. */
export async function listKnowledge(
  workspace: PathContext,
  skills: PathContext | null,
  guard: PathGuard,
): AsyncResult<readonly KnowledgeFile[]> {
  try {
    const [agents, own, builtIn] = await Promise.all([
      foldersIn(workspace, "agents", "agents/", "AGENT.md"),
      foldersIn(workspace, "skills", "skills/", "SKILL.md"),
      skills === null ? [] : foldersIn(skills, ".", builtInPrefix, "SKILL.md"),
    ]);
    const paths = [...fixedFiles.map(([path]) => path), ...agents, ...own, ...builtIn];
    const known = paths.map(knownPath).filter((path) => path !== null);
    const listed = await Promise.all(known.map((path) => describe(path, workspace, { skills, guard })));
    return ok(listed.filter((file) => (file.kind !== "skill" && file.kind !== "agent") || file.exists));
  } catch (cause) {
    return fail(storageError(cause, workspace.workFolder));
  }
}

async function foldersIn(place: PathContext, folder: string, prefix: string, file: string): Promise<readonly string[]> {
  try {
    const names = await place.files.readdir(`${place.workFolder}/${folder}`);
    return names.toSorted().map((name) => `${prefix}${name}/${file}`);
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
    const problem = await problemOf(kind, inside.path, { place, guard });
    return { path, kind, readOnly, exists: true, size, changedAt: Math.round(mtimeMs), problem };
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    return { path, kind, readOnly, exists: false, size: 0, changedAt: 0, problem: "" };
  }
}

/** Of a skill or an agent profile: why it is never used. */
async function problemOf(
  kind: KnownPath["kind"],
  path: string,
  { place, guard }: { readonly place: PathContext; readonly guard: PathGuard },
): Promise<string> {
  if (kind !== "skill" && kind !== "agent") return "";
  const opened = await guard.open(`./${path}`, "read", place);
  // Why it cannot be read is told where it is opened.
  if (!opened.ok) return "";
  await using handle = opened.value.handle;
  const stats = await handle.stat();
  if (!stats.isFile()) return "";
  const folder = path.split("/").at(-2) ?? "";
  if (kind === "agent") {
    if (stats.size > maxProfileBytes) return text("profile.tooLarge", { most: maxProfileBytes / 1024 });
    const profile = await readProfileFile(await handle.readFile("utf8"), folder);
    return profile.ok ? "" : profile.error;
  }
  if (stats.size > maxSkillBytes) return text("skill.tooLarge", { most: maxSkillBytes / 1024 });
  const skill = await readSkillFile(await handle.readFile("utf8"), folder);
  return skill.ok ? "" : skill.error;
}
