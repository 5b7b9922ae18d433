import { fail, ok, type Result } from "../../../../src-preload/contract/result.ts";
import { text } from "../../../words.ts";
import { foldedPath, isLitter, isSafePath } from "./safe-path.ts";
import { type FileLimits, mostBytes, mostFiles, type SkillFileData } from "./skill-files.ts";

export const skillLimits: FileLimits = { mostFiles, mostBytes, isLeftOut: isLitter };

/** Takes files in as long as their names and their number are those of a skill, or of what else the limits are for. */
export interface FileCollection {
  readonly files: readonly SkillFileData[];
  /** Bytes that may still come. */
  readonly room: number;
  /** Before its bytes are read; fails with the sentence that says why all of it is refused. */
  admit(path: string): Result<void, string>;
  add(file: SkillFileData): void;
}

export function createFileCollection(limits: FileLimits = skillLimits): FileCollection {
  const files: SkillFileData[] = [];
  const names = new Set<string>();
  const folders = new Set<string>();
  let room = limits.mostBytes;

  return {
    files,
    get room() {
      return room;
    },
    admit(path) {
      if (!isSafePath(path)) return fail(text("skill.import.badName", { path: path.slice(0, 200) }));
      if (names.size >= limits.mostFiles) return fail(text("skill.import.tooMany", { most: limits.mostFiles }));
      const folded = foldedPath(path);
      const above = parents(folded);
      if (names.has(folded) || folders.has(folded) || above.some((folder) => names.has(folder))) {
        return fail(text("skill.import.sameName", { path }));
      }
      names.add(folded);
      for (const folder of above) folders.add(folder);
      return ok(undefined);
    },
    add(file) {
      room -= file.bytes.length;
      files.push(file);
    },
  };
}

function parents(path: string): readonly string[] {
  const names = path.split("/");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
}
