import type { SkillFile } from "./skill-file.ts";

/** Where a skill comes from: the person's own folder, or the app. */
export type SkillSource = "own" | "built-in";

interface SkillPlace {
  readonly source: SkillSource;
  /** Its entry in the folder of skills, as it is on the disk. */
  readonly entry: string;
  /** What the knowledge page opens; null where there is no file that it could show. */
  readonly shownPath: string | null;
}

export interface UsableSkill extends SkillPlace, SkillFile {
  readonly kind: "usable";
  /** Absolute. */
  readonly path: string;
}

/** What lies among the skills and is none that can be used, with the reason in words. */
export interface UnusableSkill extends SkillPlace {
  readonly kind: "unusable";
  readonly name: string;
  readonly problem: string;
}

export type Skill = UsableSkill | UnusableSkill;
