/*
 * Skills as a person sees them: instructions for a kind of work, a folder with a SKILL.md each.
 */

/** `always`: a part of each request; `missing`: it needs what this machine has not; `unusable`: see `problem`. */
type SkillState = "ready" | "always" | "missing" | "off" | "unusable";

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

/** Where a skill is brought in from. */
export type SkillOrigin =
  /** Absolute, or with `~`. */
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "zip"; readonly base64: string }
  /** Of a zip, or of a repository on GitHub. */
  | { readonly kind: "address"; readonly address: string };

export interface SkillFileChange {
  /** In the folder of the skill, with `/`. */
  readonly path: string;
  /** Bytes that it will have; of one that goes away those that it has. */
  readonly size: number;
  /** It can be run, by its name, its mode or its first bytes. */
  readonly isScript: boolean;
  readonly change: "added" | "changed" | "removed" | "same";
}

/** A skill as it would be brought in. */
export interface SkillCandidate {
  readonly name: string;
  readonly description: string;
  /** Why it cannot be brought in; "" where it can. */
  readonly problem: string;
  /** A skill of the person's own is replaced. */
  readonly isUpdate: boolean;
  /** It stays switched off until somebody switches it on: scripts come with it that were not there before. */
  readonly startsOff: boolean;
  readonly missing: readonly string[];
  readonly files: readonly SkillFileChange[];
  /** What changes in files of text, as a patch; cut where it is very long. */
  readonly diff: string;
}

/** What was found, and the token that brings in just that. */
export interface SkillPreview {
  readonly token: string;
  readonly skills: readonly SkillCandidate[];
}
