import { z } from "../../src-preload/contract/zod.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import { defineTool } from "./define-tool.ts";
import { createMatchList } from "./match-list.ts";
import { pathSubject } from "./path-subject.ts";
import { pathInFolder, ripgrepProblem, runRipgrep } from "./ripgrep.ts";
import { searchPlace } from "./search-place.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure } from "./tool-failure.ts";

const defaultMatches = 100;
const maxMatches = 500;
const maxLineChars = 300;

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
      "Search the text of files. Gives path, line numbers and lines; files that .gitignore names are left out.",
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
  const list = createMatchList(arguments_.maxMatches ?? defaultMatches, (line) => pathInFolder(line, folder));
  const run = await runRipgrep(folder, flagsFor(arguments_, only), list.addLine, context);
  const problem = ripgrepProblem(run);
  if (problem !== null) return failure(`grep: ${problem}`);
  const where = arguments_.path === undefined ? "" : ` in ${arguments_.path}`;
  const notes = [
    ...(run.isCut
      ? [`[Only the first ${list.count()} matches are shown; narrow the search or raise maxMatches.]`]
      : []),
    ...(run.end.kind === "timed-out" ? ["[The search took too long and was ended; narrow it.]"] : []),
  ];
  const body = list.text() || `No matches for ${arguments_.pattern}${where}.`;
  return { kind: "done", content: [body, ...notes].join("\n"), details: { path: folder.path } };
}

function flagsFor(arguments_: Input, only: string | null): readonly string[] {
  return [
    "--null",
    "--line-number",
    "--no-heading",
    "--with-filename",
    `--max-columns=${maxLineChars}`,
    "--max-columns-preview",
    `--context=${arguments_.context ?? 0}`,
    ...(arguments_.ignoreCase === true ? ["--ignore-case"] : []),
    ...(arguments_.glob === undefined ? [] : [`--glob=${arguments_.glob}`]),
    // A single file is named by a glob, so that ripgrep never opens a path that was not found by walking.
    ...(only === null ? [] : ["--no-ignore", "--max-depth=1", `--glob=/${escapeGlob(only)}`]),
    `--regexp=${arguments_.pattern}`,
  ];
}

function escapeGlob(name: string): string {
  return name.replace(/[\\*?[\]{}!]/g, "\\$&");
}
