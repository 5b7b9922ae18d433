import { posix } from "node:path";
import type { Starter } from "../../src-preload/contract/window.ts";
import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";

/** What can be read and summed up, the likeliest first. */
const documents = ["md", "markdown", "txt", "pdf", "rst", "org", "tex", "html", "htm", "csv"];
const mostLooked = 2000;
const mostTries = 99;

interface Names {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** Beginnings that each end in a new file: of what lies in the folder, else of nothing but the week. */
export async function startersIn(
  folder: OpenedFolder,
  place: PathContext,
  guard: PathGuard,
): Promise<readonly Starter[]> {
  const { files, folders } = await namesIn(folder, place);
  const taken = new Set([...files, ...folders].map((name) => name.toLowerCase()));
  const file = documentOf(files);
  const listed = file === null && files.length === 0 ? null : await folderToList(folders, place, guard);
  return [
    ...(file === null ? [] : [{ kind: "summary" as const, file, target: freeName("summary", taken) }]),
    ...(listed === null ? [] : [{ kind: "list" as const, folder: listed, target: freeName("files", taken) }]),
    { kind: "plan", target: freeName("plan", taken) },
  ];
}

/** Hidden ones and those that no sentence can hold are left out. */
async function namesIn(folder: OpenedFolder, place: PathContext): Promise<Names> {
  const entries = await place.files.readdir(folder.location, { withFileTypes: true });
  const shown = entries.slice(0, mostLooked).filter(({ name }) => /^[^.][^"“”`\u0000-\u001f\u007f]*$/.test(name));
  const named = (isWanted: (entry: (typeof shown)[number]) => boolean): readonly string[] =>
    shown
      .filter(isWanted)
      .map(({ name }) => name)
      .toSorted();
  return { files: named((entry) => entry.isFile()), folders: named((entry) => entry.isDirectory()) };
}

/** What beginnings have ended in is of less interest than what a person has. */
const madeHere = /^(?:summary|files|plan)(?:-\d+)?\.md$/i;

function documentOf(names: readonly string[]): string | null {
  const kindOf = (name: string): number => documents.indexOf(posix.extname(name).slice(1).toLowerCase());
  const rankOf = (name: string): number => kindOf(name) + (madeHere.test(name) ? documents.length : 0);
  const [first] = names.filter((name) => kindOf(name) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b));
  return first ?? null;
}

/** The first folder with a file in it, else the work folder. */
async function folderToList(folders: readonly string[], place: PathContext, guard: PathGuard): Promise<string> {
  for (const name of folders.slice(0, 20)) {
    const opened = await guard.openFolder(name, { access: "read" }, place);
    if (!opened.ok) continue;
    await using inside = opened.value;
    if ((await namesIn(inside, place)).files.length > 0) return name;
  }
  return "";
}

/** Nothing that is there is written over. */
function freeName(word: string, taken: ReadonlySet<string>): string {
  const names = Array.from({ length: mostTries }, (_, at) => (at === 0 ? `${word}.md` : `${word}-${at + 1}.md`));
  return names.find((name) => !taken.has(name)) ?? `${word}.md`;
}
