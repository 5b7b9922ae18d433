import { posix, win32 } from "node:path";
import { z } from "../../src-preload/contract/zod.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import { reasonOf, systemCodeOf } from "../thrown.ts";
import { defineTool } from "./define-tool.ts";
import { type EntryPath, entriesOf, entrySubject, type FoundEntry, resolveEntry, suffix } from "./entry-path.ts";
import { countOf, formatSize } from "./format-size.ts";
import type { PathLock } from "./path-lock.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure, refusalResult } from "./tool-failure.ts";

const input = () => z.object({ path: z.string() });

/** A larger one would be gone for ever: it is not kept. */
const maxFileBytes = 32 * 1024 * 1024;

/** What is deleted is kept first, and can be brought back for as long as that is: that is the trash of this tool. */
export function deleteFileTool(paths: PathGuard, locks: PathLock): Tool {
  return defineTool({
    name: "delete_file",
    description: "Delete a file, a link or a small folder. The user can bring it back.",
    words: { doing: "step.doing.delete", done: "step.deleted", object: "path" },
    asks: "approval.title.delete",
    effect: "write",
    repeatSafe: false,
    input,
    subject: ({ path }, context) => entrySubject(path, paths, context),
    run: async ({ path }, context) => {
      const entry = await resolveEntry(path, paths, context);
      if (!entry.ok) return entry.error;
      return locks.hold(entry.value.path, context.signal, () => deleteEntry(entry.value, paths, context));
    },
  });
}

async function deleteEntry(entry: EntryPath, paths: PathGuard, context: ToolContext): Promise<ToolResult> {
  const opened = await paths.openFolder(entry.parent.path, { access: "write" }, context);
  if (!opened.ok) return refusalResult(opened.error);
  await using folder = opened.value;
  if (folder.path !== entry.parent.path) return failure(`${entry.display} changed on the disk meanwhile.`);
  const found = await entriesOf(folder, entry, paths, context);
  if (!found.ok) return found.error;
  const large = found.value.find(({ stats }) => stats.isFile() && stats.size > maxFileBytes);
  if (large !== undefined) {
    return failure(
      `${entry.display} was not deleted: ${formatSize(large.stats.size)} are too large to be kept. Ask the user.`,
    );
  }
  for (const { below } of found.value) await context.beforeWrite(`${entry.path}${suffix(below)}`, "gone");
  try {
    // The inner ones first; what somebody else puts in meanwhile stays, and its folder with it.
    for (const one of found.value.toReversed()) await remove(entry, one, paths, context);
  } catch (error) {
    const code = systemCodeOf(error);
    const why = code === "ENOTEMPTY" ? "something else was put into it meanwhile" : reasonOf(error);
    return failure(`${entry.display} was not deleted wholly: ${why}.`, code === "EACCES" ? "unreadable" : undefined);
  } finally {
    for (const { below } of found.value) await context.afterWrite(`${entry.path}${suffix(below)}`);
  }
  const inside = found.value.length - 1;
  const what = inside === 0 ? "" : ` with ${countOf(inside, "item")}`;
  return { kind: "done", content: `Deleted ${entry.display}${what}.`, details: { path: entry.path } };
}

async function remove(entry: EntryPath, { below, stats }: FoundEntry, paths: PathGuard, context: ToolContext) {
  const rules = context.platform === "win32" ? win32 : posix;
  const path = `${entry.path}${suffix(below)}`;
  const opened = await paths.openFolder(rules.dirname(path), { access: "write" }, context);
  if (!opened.ok) throw new Error(opened.error.message);
  await using folder = opened.value;
  context.signal.throwIfAborted();
  const at = folder.at(rules.basename(path));
  if (folder.path !== rules.dirname(path) || !(await folder.isUnchanged()))
    throw new Error(`${path} changed meanwhile`);
  if (stats.isDirectory()) await context.files.rmdir(at);
  else await context.files.unlink(at);
}
