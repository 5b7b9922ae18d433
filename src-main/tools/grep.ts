import type { PathGuard } from "../policy/open-in-roots.ts";
import { defineTool } from "./define-tool.ts";
import { searchDecoded } from "./grep-decoded.ts";
import {
  childOf,
  type GrepInput,
  type GrepSearch,
  globFlags,
  grepInput,
  patternFlags,
  placeFlags,
  searchFlags,
} from "./grep-search.ts";
import { createMatchList, type MatchList } from "./match-list.ts";
import { pathSubject } from "./path-subject.ts";
import { pathInFolder, ripgrepProblem, runRipgrep } from "./ripgrep.ts";
import { openSearchFolder } from "./search-folder.ts";
import { createSecretFilter } from "./secret-filter.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure } from "./tool-failure.ts";

const defaultMatches = 100;

export function grepTool(paths: PathGuard): Tool {
  return defineTool({
    name: "grep",
    description:
      "Search the text of files: path, line numbers and lines. Leaves out what .gitignore names, files above 50 MB and places of secrets, unless path names them.",
    words: { doing: "step.doing.search", done: "step.searched", object: "pattern" },
    asks: "approval.title.search",
    effect: "read",
    repeatSafe: true,
    input: grepInput,
    subject: ({ path }, context) => pathSubject(path ?? ".", "read", paths, context),
    run: (arguments_, context) => grep(arguments_, paths, context),
  });
}

async function grep(arguments_: GrepInput, paths: PathGuard, context: ToolContext): Promise<ToolResult> {
  const place = await openSearchFolder(arguments_.path ?? ".", paths, context);
  if (!place.ok) return place.error;
  const { folder, only } = place.value;
  await using _opened = folder;
  const named = only === null ? folder.path : childOf(folder, only, context);
  const filter = createSecretFilter(folder, named, paths, context);
  const search: GrepSearch = { arguments_, folder, only, filter, ignored: false };
  const looking = only === null ? filter.look(globFlags(arguments_)) : Promise.resolve();
  const [first] = await Promise.all([searchOnce(search, paths, context), looking]);
  if (first.problem !== null) return failure(`grep: ${first.problem}`);
  const isEmpty = first.list.files().length === 0;
  // A folder that is named is meant, also where .gitignore names it too.
  const again = isEmpty && only === null && arguments_.path !== undefined;
  const second = again ? await searchOnce({ ...search, ignored: true }, paths, context) : first;
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
    first.isPartial || found.isPartial ? "[Not all files that are not in UTF-8 were searched; narrow the search.]" : "",
    again && isShown ? "[.gitignore names all of these files.]" : "",
    elsewhere.length === 0
      ? ""
      : `[Files that are binary, above 50 MB or that .gitignore names hold a match: ${elsewhere.join(", ")}. Name one as path.]`,
    filter.note(),
  ].filter((note) => note !== "");
  const body = found.list.text() || `No matches for ${arguments_.pattern}${where}.`;
  return { kind: "done", content: [body, ...notes].join("\n"), details: { path: folder.path } };
}

interface Found {
  readonly list: MatchList;
  readonly problem: string | null;
  readonly isCut: boolean;
  readonly isLate: boolean;
  /** Files that ripgrep cannot read by itself were not all searched. */
  readonly isPartial: boolean;
}

async function searchOnce(search: GrepSearch, paths: PathGuard, context: ToolContext): Promise<Found> {
  const { arguments_, folder, filter } = search;
  const maxMatches = arguments_.maxMatches ?? defaultMatches;
  const list = createMatchList({
    maxMatches,
    pathOf: (file) => pathInFolder(file, folder),
    admits: filter.admits,
  });
  const [run, decoded] = await Promise.all([
    runRipgrep(folder, searchFlags(search), list.addLine, context),
    searchDecoded(search, maxMatches, paths, context),
  ]);
  for (const file of decoded.files) list.remove(file);
  const isFull = !decoded.lines.every(list.add);
  return {
    list,
    problem: ripgrepProblem(run),
    isCut: run.isCut || decoded.isCut || isFull,
    isLate: run.end.kind === "timed-out",
    isPartial: decoded.isPartial,
  };
}

/** A file with more than one name may be a key under another one. */
async function removeLinked(
  list: MatchList,
  { folder, filter }: GrepSearch,
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
async function passedOver(search: GrepSearch, context: ToolContext): Promise<readonly string[]> {
  const { arguments_, folder, filter } = search;
  const names: string[] = [];
  const flags = [
    "--files-with-matches",
    "--binary",
    ...patternFlags(arguments_),
    ...placeFlags({ ...search, ignored: true }),
  ];
  await runRipgrep(
    folder,
    flags,
    (line) => {
      if (filter.admits(line)) names.push(pathInFolder(line.replace(/\r$/, ""), folder));
      return names.length < maxNamed;
    },
    { ...context, timeoutMs: secondLookMs },
  );
  return names;
}
