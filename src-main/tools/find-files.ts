import { z } from "../../src-preload/contract/zod.ts";
import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import { defineTool } from "./define-tool.ts";
import { countOf } from "./format-size.ts";
import { globOfAllForms } from "./normal-forms.ts";
import { pathSubject } from "./path-subject.ts";
import { pathInFolder, ripgrepProblem, runRipgrep } from "./ripgrep.ts";
import { createSecretFilter, type SecretFilter } from "./secret-filter.ts";
import { similarNameHint } from "./similar-name.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure, refusalResult } from "./tool-failure.ts";

const maxFiles = 200;

const input = () =>
  z.object({
    pattern: z.string().min(1).describe("Glob, e.g. *.md or src/**/*.ts"),
    path: z.string().optional().describe("Folder; default: the work folder"),
  });
type Input = z.output<ReturnType<typeof input>>;

export function findFilesTool(paths: PathGuard): Tool {
  return defineTool({
    name: "find_files",
    description:
      "Find files by name, newest first, at most 200. Leaves out what .gitignore names and folders of secrets, unless path names them.",
    words: { doing: "step.doing.find", done: "step.found", object: "pattern" },
    asks: "approval.title.search",
    effect: "read",
    repeatSafe: true,
    input,
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
  const filter = createSecretFilter(folder, folder.path, paths, context);
  const first = await search(folder, { pattern, ignored: false }, filter, context);
  if (first.problem !== null) return failure(`find_files: ${first.problem}`);
  const isEmpty = first.total === 0;
  // A folder that is named is meant, also where .gitignore names it too.
  const found = isEmpty ? await search(folder, { pattern, ignored: true }, filter, context) : first;
  const where = folder.display === "." ? "" : ` in ${folder.display}`;
  const nothing = `No files match ${pattern}${where}.`;
  const isShown = found.total > 0 && (!isEmpty || path !== undefined);
  const body = isShown ? found.names.join("\n") : nothing;
  const rest = found.total - found.names.length;
  const notes = [
    ...(isShown && rest > 0 ? [`[… and ${countOf(rest, "older file")}; narrow the pattern]`] : []),
    ...(isEmpty && isShown ? ["[.gitignore names all of these.]"] : []),
    ...(isEmpty && !isShown && found.total > 0
      ? [
          `[${countOf(found.total, "file")} that .gitignore names would, such as ${found.names[0]}: name the folder as path.]`,
        ]
      : []),
    ...(first.isCut || found.isCut ? ["[The search took too long and was ended; narrow it.]"] : []),
    filter.note(),
  ].filter((note) => note !== "");
  return { kind: "done", content: [body, ...notes].join("\n"), details: { path: folder.path } };
}

interface Found {
  readonly problem: string | null;
  readonly names: readonly string[];
  readonly total: number;
  readonly isCut: boolean;
}

/** A secret file is named; what lies in a secret folder is not. */
async function search(
  folder: OpenedFolder,
  { pattern, ignored }: { readonly pattern: string; readonly ignored: boolean },
  filter: SecretFilter,
  context: ToolContext,
): Promise<Found> {
  const names: string[] = [];
  let total = 0;
  const run = await runRipgrep(
    folder,
    ["--files", "--sortr=modified", `--iglob=${globOfAllForms(pattern)}`, ...(ignored ? ["--no-ignore"] : [])],
    (line) => {
      const name = pathInFolder(line, folder);
      const secret = filter.secretOf(line);
      const isInside = secret !== null && !filter.isPlaceItself(line, secret);
      if (isInside) filter.leaveOut(secret);
      else total++;
      if (!isInside && names.length < maxFiles) names.push(name);
      return true;
    },
    context,
  );
  return { problem: ripgrepProblem(run), names, total, isCut: run.end.kind === "timed-out" };
}
