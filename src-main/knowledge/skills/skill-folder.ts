import type { Dirent, Stats } from "node:fs";
import { join } from "node:path";
import type { Clock, Log } from "../../host.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { isBelow } from "../../storage/is-below.ts";
import { createKeptReader } from "../../storage/kept-reader.ts";
import { isMissing, reasonOf, systemCodeOf } from "../../thrown.ts";
import { text } from "../../words.ts";
import { builtInPrefix, knownPath } from "../known-path.ts";
import type { Skill, SkillSource, UnusableSkill } from "./skill.ts";
import { maxSkillBytes, readSkillFile } from "./skill-file.ts";

interface FolderParts {
  readonly files: FileSystem;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** The folder whose entries are skills; it may be missing. */
  readonly root: string;
  readonly source: SkillSource;
}

/** Entries of one folder that are looked at. */
const mostEntries = 500;
const fileName = "SKILL.md";
/** What is being put in place or taken away by an import. */
const passingName = /^\..*\.perch-skill(?:-old)?$/;
/** What may have been meant as a skill although it is no folder. */
const looseSkill = /\.(?:md|zip|skill)$/i;

/** Thrown by a look at a file that is not read. */
class NotRead extends Error {}

/** Reads the skills of one folder; what has not changed on the disk is not read again. Throws what the disk throws. */
export function createSkillFolder({ files, clock, log, root, source }: FolderParts): () => Promise<readonly Skill[]> {
  const read = createKeptReader(files, clock, checkSize);
  const known = new Map<string, { readonly content: string; readonly skill: Skill }>();

  function placeOf(entry: string, file: string) {
    const path = `${source === "own" ? "skills/" : builtInPrefix}${entry}/${file}`;
    return { source, entry, shownPath: knownPath(path) === null ? null : path };
  }

  function unusable(entry: string, problem: string, file = fileName): UnusableSkill {
    return { kind: "unusable", ...placeOf(entry, file), name: entry, problem };
  }

  async function parsed(entry: string, file: string): Promise<Skill> {
    const path = join(root, entry, file);
    const content = await read(path);
    const before = known.get(path);
    if (before?.content === content) return before.skill;
    const skill = await parse(entry, file, content);
    known.set(path, { content, skill });
    return skill;
  }

  async function parse(entry: string, file: string, content: string): Promise<Skill> {
    const path = join(root, entry, file);
    if (!isBelow(await files.realpath(path), await files.realpath(root))) {
      return unusable(entry, text("skill.leadsOut"), file);
    }
    const skill = await readSkillFile(content, entry);
    if (!skill.ok) return unusable(entry, skill.error, file);
    return { kind: "usable", ...placeOf(entry, file), ...skill.value, path };
  }

  /** A folder without a SKILL.md of that very name. */
  async function otherwise(entry: string): Promise<Skill | null> {
    const inside = await files.readdir(join(root, entry), { withFileTypes: true });
    const lower = inside.find(({ name }) => name.toLowerCase() === fileName.toLowerCase());
    if (lower !== undefined) return parsed(entry, lower.name);
    if (entry.startsWith(".")) return null;
    const nested = await nestedSkill(entry, inside);
    return unusable(entry, nested === null ? text("skill.noFile") : text("skill.nested", { path: nested }));
  }

  async function nestedSkill(entry: string, inside: readonly Dirent[]): Promise<string | null> {
    for (const below of inside.filter((one) => one.isDirectory()).slice(0, 50)) {
      const names = await files.readdir(join(root, entry, below.name));
      const found = names.find((name) => name.toLowerCase() === fileName.toLowerCase());
      if (found !== undefined) return `${entry}/${below.name}/${found}`;
    }
    return null;
  }

  async function look(entry: string): Promise<Skill | null> {
    if (passingName.test(entry)) return null;
    try {
      return await parsed(entry, fileName);
    } catch (cause) {
      return failed(entry, cause);
    }
  }

  async function failed(entry: string, cause: unknown): Promise<Skill | null> {
    if (cause instanceof NotRead) return unusable(entry, cause.message);
    try {
      if (!isMissing(cause)) throw cause;
      const stats = await files.lstat(join(root, entry));
      if (stats.isSymbolicLink()) await files.stat(join(root, entry));
      else if (!stats.isDirectory()) return looseSkill.test(entry) ? unusable(entry, text("skill.noFolder")) : null;
      return await otherwise(entry);
    } catch (other) {
      if (isMissing(other)) return unusable(entry, text("skill.deadLink"));
      if (systemCodeOf(other) === null && !(other instanceof NotRead)) throw other;
      log("warn", "a skill could not be read", { entry, reason: reasonOf(other) });
      return unusable(entry, other instanceof NotRead ? other.message : text("skill.unreadable"));
    }
  }

  return async () => {
    const names = (await entriesOf(files, root)).toSorted();
    const looked = await Promise.all(names.slice(0, mostEntries).map(look));
    const rest = names.length - mostEntries;
    const over = rest > 0 ? [unusable("…", text("skill.tooMany", { count: rest, most: mostEntries }))] : [];
    return [...looked.filter((skill) => skill !== null), ...over];
  };
}

function checkSize(stats: Stats): void {
  if (!stats.isFile()) throw new NotRead(text("skill.notAFile"));
  if (stats.size > maxSkillBytes) throw new NotRead(text("skill.tooLarge", { most: maxSkillBytes / 1024 }));
}

async function entriesOf(files: FileSystem, root: string): Promise<readonly string[]> {
  try {
    return await files.readdir(root);
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw cause;
  }
}
