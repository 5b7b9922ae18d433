import { join } from "node:path";
import type { Clock, Log } from "../../host.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { reasonOf } from "../../thrown.ts";
import { text } from "../../words.ts";
import type { Skill } from "./skill.ts";
import { createSkillFolder } from "./skill-folder.ts";

interface FinderParts {
  readonly files: FileSystem;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly workspace: string;
  /** Those that come with the app. */
  readonly builtIn: string;
}

/** Every skill there is, by name; of two with one name the person's own counts, and the other says so. Never throws. */
export function createSkillFinder({ workspace, builtIn, ...parts }: FinderParts): () => Promise<readonly Skill[]> {
  const folders = [
    createSkillFolder({ ...parts, root: join(workspace, "skills"), source: "own" }),
    createSkillFolder({ ...parts, root: builtIn, source: "built-in" }),
  ];

  async function read(folder: (typeof folders)[number]): Promise<readonly Skill[]> {
    try {
      return await folder();
    } catch (cause) {
      parts.log("warn", "the skills of a folder could not be read", { reason: reasonOf(cause) });
      return [];
    }
  }

  return async () => {
    const taken = new Map<string, Skill>();
    const found = (await Promise.all(folders.map(read))).flat();
    return found.map((skill) => withoutDouble(skill, taken)).toSorted((a, b) => compare(a.name, b.name));
  };
}

/** Of one name the first counts: own ones come first, in the order of their folders. */
function withoutDouble(skill: Skill, taken: Map<string, Skill>): Skill {
  if (skill.kind === "unusable") return skill;
  const before = taken.get(skill.name);
  if (before === undefined) {
    taken.set(skill.name, skill);
    return skill;
  }
  const { source, entry, shownPath, name } = skill;
  const key = before.source === source ? "skill.sameName" : "skill.hiddenByOwn";
  return { kind: "unusable", source, entry, shownPath, name, problem: text(key, { entry: before.entry }) };
}

/** By code points: the same order on every machine, so that a prompt stays the same. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
