import type { Dirent } from "node:fs";
import { z } from "../../src-preload/contract/zod.ts";
import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import type { PathRefusal } from "../policy/path-guard.ts";
import { defineTool } from "./define-tool.ts";
import { formatSize } from "./format-size.ts";
import { pathSubject } from "./path-subject.ts";
import { similarNameHint } from "./similar-name.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { readFailure, refusalResult } from "./tool-failure.ts";

const maxEntries = 500;

export function listDirTool(paths: PathGuard): Tool {
  return defineTool({
    name: "list_dir",
    description: "List a folder: subfolders first, with sizes; links as links. Default: the work folder.",
    words: { doing: "step.doing.list", done: "step.listed", object: "path", noObject: "." },
    asks: "approval.title.list",
    effect: "read",
    isCore: true,
    repeatSafe: true,
    input: () => z.object({ path: z.string().optional() }),
    subject: ({ path }, context) => pathSubject(path ?? ".", "read", paths, context),
    run: ({ path }, context) => listFolder(path ?? ".", paths, context),
  });
}

async function listFolder(path: string, paths: PathGuard, context: ToolContext): Promise<ToolResult> {
  const opened = await paths.openFolder(path, { access: "read" }, context);
  if (!opened.ok) {
    return refusalResult(opened.error, await hintFor(opened.error, path, paths, context));
  }
  try {
    await using folder = opened.value;
    const entries = await context.files.readdir(folder.location, { withFileTypes: true });
    const sorted = entries.toSorted(byKindAndName);
    const lines = await Promise.all(sorted.slice(0, maxEntries).map((entry) => describeEntry(entry, folder, context)));
    const rest = sorted.length - lines.length;
    if (rest > 0) lines.push(`[… and ${rest} more; use find_files]`);
    const content = lines.length === 0 ? `(${folder.display} is an empty folder)` : lines.join("\n");
    return { kind: "done", content, details: { path: folder.path } };
  } catch (error) {
    return readFailure(error, path);
  }
}

async function hintFor(refusal: PathRefusal, path: string, paths: PathGuard, context: ToolContext): Promise<string> {
  if (refusal.reason === "not-a-folder") return "Use read_file.";
  return refusal.reason === "not-found" ? similarNameHint(path, paths, context) : "";
}

function byKindAndName(a: Dirent, b: Dirent): number {
  if (a.isDirectory() !== b.isDirectory()) return a.isDirectory() ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

async function describeEntry(entry: Dirent, folder: OpenedFolder, context: ToolContext): Promise<string> {
  const name = entry.name.replace(/[\u0000-\u001f\u007f]/g, (control) => JSON.stringify(control).slice(1, -1));
  if (entry.isDirectory()) return `${name}/`;
  try {
    if (entry.isSymbolicLink()) return `${name} -> ${await context.files.readlink(folder.at(entry.name))}`;
    if (!entry.isFile()) return `${name} (special file)`;
    return `${name} (${formatSize((await context.files.lstat(folder.at(entry.name))).size)})`;
  } catch (error) {
    context.log("debug", "an entry of a folder could not be looked at", { name, error });
    return name;
  }
}
