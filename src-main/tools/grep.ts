import { z } from "../../src-preload/contract/zod.ts";
import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import { defineTool } from "./define-tool.ts";
import { createMatchList, type MatchList } from "./match-list.ts";
import { pathSubject } from "./path-subject.ts";
import { pathInFolder, ripgrepProblem, runRipgrep } from "./ripgrep.ts";
import { searchPlace } from "./search-place.ts";
import { createSecretFilter, type SecretFilter } from "./secret-filter.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure } from "./tool-failure.ts";

const defaultMatches = 100;
const maxMatches = 500;
const maxLineChars = 300;
/** ripgrep holds a line in memory: a file may be one. A larger file is searched when it is named, without a copy. */
const maxFileSize = "50M";

const input = z.object({
  pattern: z.string().min(1).describe("Regular expression (Rust syntax)"),
  path: z.string().optional().describe("Folder or file; default: the work folder"),
  glob: z.string().optional().describe("Only files that match, e.g. *.ts"),
  ignoreCase: z.boolean().optional(),
  context: z.int().min(0).max(20).optional().describe("Lines around each match"),
  maxMatches: z.int().min(1).max(maxMatches).optional(),
});
type Input = z.output<typeof input>;

export function grepTool(paths: PathGuard): Tool {
  return defineTool({
    name: "grep",
    description:
      "Search the text of files. Gives path, line numbers and lines. Files that .gitignore names, files above 50 MB and places of secrets are left out, unless path names them.",
    effect: "read",
    repeatSafe: true,
    input,
    title: ({ pattern }) => pattern,
    subject: ({ path }, context) => pathSubject(path ?? ".", "read", paths, context),
    run: (arguments_, context) => grep(arguments_, paths, context),
  });
}

async function grep(arguments_: Input, paths: PathGuard, context: ToolContext): Promise<ToolResult> {
  const place = await searchPlace(arguments_.path ?? ".", paths, context);
  if (!place.ok) return place.error;
  const { folder, only } = place.value;
  await using _opened = folder;
  const named = only === null ? folder.path : childOf(folder, only, context);
  const filter = createSecretFilter(folder, named, paths, context);
  const search: Search = { arguments_, folder, only, filter };
  const looking = only === null ? filter.look(globOf(arguments_)) : Promise.resolve();
  const [first] = await Promise.all([searchOnce(search, false, context), looking]);
  if (first.problem !== null) return failure(`grep: ${first.problem}`);
  const isEmpty = first.list.files().length === 0;
  // A folder that is named is meant, also where .gitignore names it too.
  const again = isEmpty && only === null && arguments_.path !== undefined;
  const second = again ? await searchOnce(search, true, context) : first;
  const found = second.problem === null ? second : first;
  if (only === null) await removeLinked(found.list, search, paths, context);
  const isShown = found.list.files().length > 0;
  const elsewhere = isEmpty && !isShown && only === null ? await passedOver(search, context) : [];
  const where = arguments_.path === undefined ? "" : ` in ${arguments_.path}`;
  const notes = [
    found.isCut
      ? `[Only the first ${found.list.count()} matches are shown; narrow the search or raise maxMatches.]`
      : "",
    first.isLate || found.isLate ? "[The search took too long and was ended; narrow it.]" : "",
    again && isShown ? "[.gitignore names all of these files.]" : "",
    elsewhere.length === 0
      ? ""
      : `[Files that are binary or that .gitignore names hold a match: ${elsewhere.join(", ")}. Name one as path.]`,
    filter.note(),
  ].filter((note) => note !== "");
  const body = found.list.text() || `No matches for ${arguments_.pattern}${where}.`;
  return { kind: "done", content: [body, ...notes].join("\n"), details: { path: folder.path } };
}

interface Search {
  readonly arguments_: Input;
  readonly folder: OpenedFolder;
  /** The one file that is searched; null for all of the folder. */
  readonly only: string | null;
  readonly filter: SecretFilter;
}

interface Found {
  readonly list: MatchList;
  readonly problem: string | null;
  readonly isCut: boolean;
  readonly isLate: boolean;
}

async function searchOnce(search: Search, ignored: boolean, context: ToolContext): Promise<Found> {
  const { arguments_, folder, filter } = search;
  const list = createMatchList({
    maxMatches: arguments_.maxMatches ?? defaultMatches,
    pathOf: (file) => pathInFolder(file, folder),
    admits: filter.admits,
  });
  const run = await runRipgrep(folder, flagsFor(search, ignored), list.addLine, context);
  return { list, problem: ripgrepProblem(run), isCut: run.isCut, isLate: run.end.kind === "timed-out" };
}

/** A file with more than one name may be a key under another one. */
async function removeLinked(
  list: MatchList,
  { folder, filter }: Search,
  paths: PathGuard,
  context: ToolContext,
): Promise<void> {
  if (!filter.isActive) return;
  const files = new Map(list.files().map((file) => [childOf(folder, file.replace(/^\.[\\/]/, ""), context), file]));
  for (const [path, secret] of await paths.secrets.among([...files.keys()], context)) {
    const file = files.get(path);
    if (file !== undefined) list.remove(file);
    filter.leaveOut({ ...secret, place: path });
  }
}

const maxNamed = 5;
const secondLookMs = 5000;

/** Where nothing was found: files that hold a match and that a search does not look into, a few of them by name. */
async function passedOver({ arguments_, folder, filter }: Search, context: ToolContext): Promise<readonly string[]> {
  const names: string[] = [];
  const flags = ["--files-with-matches", "--binary", "--no-ignore", ...commonFlagsFor(arguments_), ...filter.flags];
  await runRipgrep(
    folder,
    flags,
    (line) => {
      if (filter.admits(line)) names.push(pathInFolder(line, folder));
      return names.length < maxNamed;
    },
    { ...context, timeoutMs: secondLookMs },
  );
  return names;
}

function flagsFor({ arguments_, only, filter }: Search, ignored: boolean): readonly string[] {
  return [
    "--null",
    "--line-number",
    "--no-heading",
    "--with-filename",
    `--max-columns=${maxLineChars}`,
    "--max-columns-preview",
    `--context=${arguments_.context ?? 0}`,
    ...(ignored ? ["--no-ignore"] : []),
    ...commonFlagsFor(arguments_),
    // A single file is named by a glob, so that ripgrep never opens a path that was not found by walking.
    ...(only === null
      ? [`--max-filesize=${maxFileSize}`]
      : ["--no-ignore", "--binary", "--mmap", "--max-depth=1", `--glob=/${escapeGlob(only)}`]),
    ...filter.flags,
  ];
}

function commonFlagsFor(arguments_: Input): readonly string[] {
  return [
    ...(arguments_.ignoreCase === true ? ["--ignore-case"] : []),
    ...globOf(arguments_),
    `--regexp=${arguments_.pattern}`,
  ];
}

function globOf({ glob }: Input): readonly string[] {
  return glob === undefined ? [] : [`--glob=${glob}`];
}

function childOf(folder: OpenedFolder, name: string, { platform }: ToolContext): string {
  const separator = platform === "win32" ? "\\" : "/";
  return folder.path.endsWith(separator) ? folder.path + name : folder.path + separator + name;
}

function escapeGlob(name: string): string {
  return name.replace(/[\\*?[\]{}!]/g, "\\$&");
}
