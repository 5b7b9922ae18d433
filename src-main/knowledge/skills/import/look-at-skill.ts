import { createHash } from "node:crypto";
import { join } from "node:path";
import type { SkillCandidate } from "../../../../src-preload/contract/skills.ts";
import type { FileSystem } from "../../../storage/file-system.ts";
import type { Skill } from "../skill.ts";
import type { SkillNeeds } from "../skill-head.ts";
import { compareSkill, type DiffOf } from "./compare-skill.ts";
import type { FoundSkill } from "./found-skill.ts";
import { readFolder } from "./read-folder.ts";
import type { SkillFileData } from "./skill-files.ts";

export interface LookParts {
  readonly files: FileSystem;
  /** The folder of the person's own skills. */
  readonly root: string;
  readonly missing: (needs: SkillNeeds) => Promise<readonly string[]>;
  readonly diffOf: DiffOf;
}

/** What was shown of a skill, and what it was compared with. */
export interface Looked {
  readonly skill: FoundSkill;
  readonly entry: string;
  /** Of what stood there. */
  readonly standing: string;
  readonly startsOff: boolean;
}

/** Compares a skill with what stands in its place. */
export async function lookAtSkill(
  skill: FoundSkill,
  skills: readonly Skill[],
  { files, root, missing, diffOf }: LookParts,
): Promise<readonly [Looked, SkillCandidate]> {
  const { name, problem, head } = skill;
  const entry = skills.find((one) => one.kind === "usable" && one.source === "own" && one.name === name)?.entry ?? name;
  const before = problem === "" ? await standingFiles(join(root, entry), files) : [];
  const compared = await compareSkill(before, skill.files, diffOf);
  const startsOff = compared.hasNewScripts;
  const candidate: SkillCandidate = {
    name,
    description: head?.description ?? "",
    problem,
    isUpdate: before.length > 0,
    startsOff,
    missing: head === null ? [] : await missing(head.needs),
    files: compared.changes,
    diff: compared.diff,
  };
  return [{ skill, entry, standing: hashOf(before), startsOff }, candidate];
}

/** What cannot be read there as a skill's files is replaced as it is. */
export async function standingFiles(folder: string, files: FileSystem): Promise<readonly SkillFileData[]> {
  const read = await readFolder(folder, files);
  return read.ok ? read.value : [];
}

/** Stands for what was compared with in a hash of files. */
export function marker(standing: string): SkillFileData {
  return { path: "", bytes: Buffer.from(standing), isExecutable: false };
}

/** The same for the same files with the same names, modes and bytes. */
export function hashOf(data: readonly SkillFileData[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes, isExecutable } of data) {
    hash
      .update(JSON.stringify([path, bytes.length, isExecutable]))
      .update("\n")
      .update(bytes);
  }
  return hash.digest("hex");
}
