/*
 * Skills as a person sees them: instructions for a kind of work, a folder with a SKILL.md each.
 */

/** `always`: a part of each request; `missing`: it needs what this machine has not; `unusable`: see `problem`. */
export type SkillState = "ready" | "always" | "missing" | "off" | "unusable";

export interface SkillRow {
  /** What it is called by, `/name` or `$name`; of one that cannot be used, its folder. */
  readonly name: string;
  readonly description: string;
  readonly source: "own" | "built-in";
  readonly state: SkillState;
  /** What `knowledge.read` takes; null where there is no file that it could show. */
  readonly path: string | null;
  /** Programs, and variables as `$NAME`. */
  readonly missing: readonly string[];
  /** Why it is never used, in words; "" where nothing is wrong. */
  readonly problem: string;
  /** A command has its name: `$name` alone calls it. */
  readonly isShadowed: boolean;
}
