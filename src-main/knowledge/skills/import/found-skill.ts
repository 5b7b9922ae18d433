import { isUtf8 } from "node:buffer";
import { fail, ok, type Result } from "../../../../src-preload/contract/result.ts";
import { text } from "../../../words.ts";
import { knownPath } from "../../known-path.ts";
import { maxSkillBytes, readSkillFile } from "../skill-file.ts";
import type { SkillHead } from "../skill-head.ts";
import type { SkillFileData } from "./skill-files.ts";

/** A skill among files that were brought along. */
export interface FoundSkill {
  readonly name: string;
  /** Null where it cannot be used. */
  readonly head: SkillHead | null;
  /** Why it cannot be brought in, in words; "" where it can. */
  readonly problem: string;
  /** Its files, by paths below its own folder; its SKILL.md has this very name. */
  readonly files: readonly SkillFileData[];
}

/** Skills of one archive: more is a collection, of which one is asked for. */
const mostFoundSkills = 50;
const skillFile = /(?:^|\/)skill\.md$/i;

/** Each folder with a SKILL.md, with what lies in it and in no other one below. */
export async function findSkillsIn(files: readonly SkillFileData[]): Promise<Result<readonly FoundSkill[], string>> {
  const heads = files.filter(({ path }) => skillFile.test(path)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  if (heads.length === 0) return fail(text("skill.import.noSkill"));
  if (heads.length > mostFoundSkills) return fail(text("skill.import.tooManySkills", { most: mostFoundSkills }));
  const folders = heads.map(({ path }) => path.replace(skillFile, ""));
  const found: FoundSkill[] = [];
  for (const [index, head] of heads.entries()) {
    const folder = folders[index] ?? "";
    const inner = folders.filter((other) => other !== folder && isIn(other, folder));
    const own = files.filter(({ path }) => isIn(path, folder) && !inner.some((other) => isIn(path, other)));
    const skill = await readOne(head, folder, own);
    const isDouble = found.some(({ name }) => name === skill.name);
    found.push(isDouble && skill.problem === "" ? { ...skill, problem: text("skill.import.twice") } : skill);
  }
  return ok(found);
}

function isIn(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

async function readOne(head: SkillFileData, folder: string, own: readonly SkillFileData[]): Promise<FoundSkill> {
  const files = own.map((file) => ({
    ...file,
    path: file === head ? "SKILL.md" : file.path.slice(folder === "" ? 0 : folder.length + 1),
  }));
  const entry = folder.split("/").at(-1) ?? "";
  const skill = await readWords(head.bytes, entry);
  if (!skill.ok) return { name: entry, head: null, problem: skill.error, files };
  const { name } = skill.value;
  // It becomes the name of a folder.
  const isFolder = knownPath(`skills/${name}/SKILL.md`) !== null;
  const problem = isFolder ? "" : text("skill.badName", { name });
  return { name, head: skill.value, problem, files };
}

async function readWords(bytes: Buffer, entry: string): ReturnType<typeof readSkillFile> {
  if (bytes.length > maxSkillBytes) return fail(text("skill.tooLarge", { most: maxSkillBytes / 1024 }));
  if (!isUtf8(bytes)) return fail(text("skill.notWords"));
  return readSkillFile(bytes.toString("utf8"), entry);
}
