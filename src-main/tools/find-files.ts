import { z } from "../../src-preload/contract/zod.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import { defineTool } from "./define-tool.ts";
import { countOf } from "./format-size.ts";
import { pathSubject } from "./path-subject.ts";
import { pathInFolder, ripgrepProblem, runRipgrep } from "./ripgrep.ts";
import { similarNameHint } from "./similar-name.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure, refusalResult } from "./tool-failure.ts";

const maxFiles = 200;

const input = z.object({
  pattern: z.string().min(1).describe("Glob, e.g. *.md or src/**/*.ts"),
  path: z.string().optional().describe("Folder; default: the work folder"),
});
type Input = z.output<typeof input>;

export function findFilesTool(paths: PathGuard): Tool {
  return defineTool({
    name: "find_files",
    description: "Find files by name, newest first, at most 200. Files that .gitignore names are left out.",
    effect: "read",
    repeatSafe: true,
    input,
    title: ({ pattern }) => pattern,
    subject: ({ path }, context) => pathSubject(path ?? ".", "read", paths, context),
    run: (arguments_, context) => findFiles(arguments_, paths, context),
  });
}

async function findFiles({ pattern, path }: Input, paths: PathGuard, context: ToolContext): Promise<ToolResult> {
  const opened = await paths.openFolder(path ?? ".", { access: "read" }, context);
  if (!opened.ok) {
    const isMissing = path !== undefined && opened.error.reason === "not-found";
    return refusalResult(opened.error, isMissing ? await similarNameHint(path, paths, context) : "");
  }
  await using folder = opened.value;
  const found: string[] = [];
  let total = 0;
  const run = await runRipgrep(
    folder,
    ["--files", "--sortr=modified", `--iglob=${pattern}`],
    (line) => {
      total++;
      if (found.length < maxFiles) found.push(pathInFolder(line, folder));
      return true;
    },
    context,
  );
  const problem = ripgrepProblem(run);
  if (problem !== null) return failure(`find_files: ${problem}`);
  const where = folder.display === "." ? "" : ` in ${folder.display}`;
  const body = found.join("\n") || `No files match ${pattern}${where}.`;
  const rest = total - found.length;
  const more = rest > 0 ? `\n[… and ${countOf(rest, "older file")}; narrow the pattern]` : "";
  const cut = run.end.kind === "timed-out" ? "\n[The search took too long and was ended; narrow it.]" : "";
  return { kind: "done", content: body + more + cut, details: { path: folder.path } };
}
