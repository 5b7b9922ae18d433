import type { GitMark } from "../../src-preload/contract/window.ts";

/** What git says of paths below a folder. */
export interface GitMarks {
  /** Of a file, or of a folder as a whole: null for what is as it was committed. */
  of(path: string): GitMark | null;
}

/**
 * Reads the records of `git status --porcelain=v2 -z`. Folders that hold something changed are changed too; what lies in a folder
 * that is ignored, or new as a whole, is as its folder. `prefix`: where the folder lies in its repository.
 */
export function readGitMarks(records: readonly string[], prefix: string): GitMarks {
  const marks = new Map<string, GitMark>();
  const note = (full: string, mark: GitMark): void => {
    if (!full.startsWith(prefix)) return;
    const path = full.slice(prefix.length).replace(/\/$/, "");
    marks.set(path, mark);
    if (mark !== "ignored") for (const folder of foldersOf(path)) marks.set(folder, marks.get(folder) ?? "modified");
  };
  for (let at = 0; at < records.length; at += 1) {
    const record = records[at] ?? "";
    switch (record.charAt(0)) {
      case "?":
        note(record.slice(2), "untracked");
        break;
      case "!":
        note(record.slice(2), "ignored");
        break;
      case "1":
        note(fieldsBehind(record, 8), changeMark(record));
        break;
      case "u":
        note(fieldsBehind(record, 10), "conflict");
        break;
      case "2":
        note(fieldsBehind(record, 9), changeMark(record));
        // What it was called before is a record of its own.
        at += 1;
        break;
      default:
    }
  }
  return { of: (path) => marks.get(path) ?? wholeFolderMark(path, marks) };
}

/** The path that stands behind so many fields. */
function fieldsBehind(record: string, count: number): string {
  return record.split(" ").slice(count).join(" ");
}

/** `1 XY …`: X is what is staged, Y what lies in the folder. */
function changeMark(record: string): GitMark {
  return record.charAt(2) === "A" ? "added" : "modified";
}

function foldersOf(path: string): readonly string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

/** Of a folder that is told as a whole, what lies in it is the same. */
function wholeFolderMark(path: string, marks: ReadonlyMap<string, GitMark>): GitMark | null {
  for (const folder of foldersOf(path).toReversed()) {
    const mark = marks.get(folder);
    if (mark === "ignored" || mark === "untracked") return mark;
  }
  return null;
}
