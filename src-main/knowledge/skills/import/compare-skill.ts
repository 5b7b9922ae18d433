import { isUtf8 } from "node:buffer";
import type { SkillFileChange } from "../../../../src-preload/contract/skills.ts";
import { text } from "../../../words.ts";
import { isScript, type SkillFileData } from "./skill-files.ts";

/** A patch of one file, for people. */
export type DiffOf = (name: string, before: string, after: string) => Promise<string>;

export interface SkillComparison {
  readonly changes: readonly SkillFileChange[];
  /** Scripts come with it that were not there just so before. */
  readonly hasNewScripts: boolean;
  readonly diff: string;
}

/** Characters of all patches together, and of a file that is compared. */
const mostDiffChars = 200_000;
const mostFileBytes = 512 * 1024;

/** What bringing in these files changes of those that are there. */
export async function compareSkill(
  before: readonly SkillFileData[],
  after: readonly SkillFileData[],
  diffOf: DiffOf,
): Promise<SkillComparison> {
  const old = new Map(before.map((file) => [file.path, file]));
  const next = new Map(after.map((file) => [file.path, file]));
  const paths = [...new Set([...next.keys(), ...old.keys()])].toSorted(byPath);
  const changes = paths.map((path) => changeOf(path, old.get(path), next.get(path)));
  const hasNewScripts = changes.some((one) => one.isScript && (one.change === "added" || one.change === "changed"));
  return { changes, hasNewScripts, diff: await diffOfAll(changes, { old, next }, diffOf) };
}

function changeOf(path: string, old: SkillFileData | undefined, next: SkillFileData | undefined): SkillFileChange {
  const file = next ?? old;
  const isSame = old !== undefined && next !== undefined && isSameFile(old, next);
  const change = old === undefined ? "added" : next === undefined ? "removed" : isSame ? "same" : "changed";
  return { path, size: file?.bytes.length ?? 0, isScript: file !== undefined && isScript(file), change };
}

function isSameFile(old: SkillFileData, next: SkillFileData): boolean {
  return old.bytes.equals(next.bytes) && old.isExecutable === next.isExecutable;
}

interface Sides {
  readonly old: ReadonlyMap<string, SkillFileData>;
  readonly next: ReadonlyMap<string, SkillFileData>;
}

async function diffOfAll(changes: readonly SkillFileChange[], { old, next }: Sides, diffOf: DiffOf): Promise<string> {
  const patches: string[] = [];
  let room = mostDiffChars;
  for (const { path, change } of changes.filter((one) => one.change !== "same")) {
    if (room <= 0) {
      patches.push(text("skill.import.cut"));
      break;
    }
    const [before, after] = [wordsOf(old.get(path)), wordsOf(next.get(path))];
    const size = (next.get(path) ?? old.get(path))?.bytes.length ?? 0;
    const patch =
      before === null || after === null
        ? `--- ${path}\n+++ ${path}\n${text("skill.import.notText", { size })}`
        : await diffOf(path, before, after);
    const shown = patch === "" ? `--- ${path}\n+++ ${path}\n${change}` : patch;
    patches.push(shown.slice(0, room));
    room -= shown.length;
  }
  return patches.join("\n");
}

/** Null for what is no text, or too much of it. */
function wordsOf(file: SkillFileData | undefined): string | null {
  if (file === undefined) return "";
  const { bytes } = file;
  if (bytes.length > mostFileBytes || !isUtf8(bytes) || bytes.includes(0)) return null;
  return bytes.toString("utf8");
}

/** The SKILL.md first, then by name. */
function byPath(a: string, b: string): number {
  if (a === b) return 0;
  if (a === "SKILL.md" || b === "SKILL.md") return a === "SKILL.md" ? -1 : 1;
  return a < b ? -1 : 1;
}
