import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { text } from "../words.ts";
import { refusalError } from "./refusal.ts";

/** Names the files of a folder one by one (relative, with `/`), until `onPath` says false. Fails with a reason. */
export type ListFiles = (folder: OpenedFolder, onPath: (path: string) => boolean) => Promise<Result<void, string>>;

/** The maximum number of files that are looked at. */
const maxFiles = 200_000;
/** Matches that are held while more come. */
const maxHeld = 5000;

interface Match {
  readonly path: string;
  readonly rank: number;
}

/** Files of the work folder whose path holds every word, the best first. */
export async function findPaths(
  query: { readonly words: string; readonly limit: number },
  place: PathContext,
  guard: PathGuard,
  listFiles: ListFiles,
): AsyncResult<readonly string[]> {
  const opened = await guard.openFolder(".", { access: "read" }, place);
  if (!opened.ok) return fail(refusalError(opened.error, "."));
  await using folder = opened.value;
  const words = comparable(query.words)
    .split(/\s+/)
    .filter((word) => word !== "");
  let matches: Match[] = [];
  let seen = 0;
  const listed = await listFiles(folder, (path) => {
    seen += 1;
    const rank = rankOf(path, words);
    if (rank !== null) matches.push({ path, rank });
    if (matches.length > maxHeld) matches = best(matches, query.limit);
    return seen < maxFiles;
  });
  if (!listed.ok) return fail(contractError("storage", text("file.noSearch", { reason: listed.error })));
  return ok(best(matches, query.limit).map((match) => match.path));
}

/** Without regard to case and to the normal form in which a name is written. */
function comparable(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/**
 * The smaller the better: the whole name, its start, within it, spread over the path. Null: a word is missing. The words
 * are in lower case and NFC.
 */
export function rankOf(path: string, words: readonly string[]): number | null {
  const lower = comparable(path);
  if (!words.every((word) => lower.includes(word))) return null;
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  const whole = words.join(" ");
  if (name === whole || name.replace(/\.[^.]*$/, "") === whole) return 0;
  if (name.startsWith(whole)) return 1;
  if (words.every((word) => name.includes(word))) return 2;
  return lower.includes(whole) ? 3 : 4;
}

function best(matches: readonly Match[], limit: number): Match[] {
  const sorted = matches.toSorted(
    (a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1),
  );
  return sorted.slice(0, limit);
}
