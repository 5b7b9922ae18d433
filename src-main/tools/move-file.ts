import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { posix, win32 } from "node:path";
import { z } from "../../src-preload/contract/zod.ts";
import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import type { PathSubject } from "../policy/subject.ts";
import { isThere } from "../storage/is-there.ts";
import { reasonOf, systemCodeOf } from "../thrown.ts";
import { defineTool } from "./define-tool.ts";
import { type EntryPath, entriesOf, entrySubject, type FoundEntry, resolveEntry, suffix } from "./entry-path.ts";
import { countOf } from "./format-size.ts";
import type { PathLock } from "./path-lock.ts";
import { decodeText, detectEncoding } from "./text-encoding.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure, refusalResult } from "./tool-failure.ts";

const input = () =>
  z.object({
    from: z.string(),
    to: z.string().describe("The whole new path; nothing may be there yet"),
  });
type Input = z.output<ReturnType<typeof input>>;

export function moveFileTool(paths: PathGuard, locks: PathLock): Tool {
  return defineTool({
    name: "move_file",
    description: "Move or rename a file, a link or a small folder; makes missing folders, never replaces.",
    words: { doing: "step.doing.move", done: "step.moved", object: "from" },
    asks: "approval.title.move",
    effect: "write",
    repeatSafe: false,
    input,
    subject: (arguments_, context) => moveSubject(arguments_, paths, context),
    run: async (arguments_, context) => {
      const from = await resolveEntry(arguments_.from, paths, context);
      if (!from.ok) return from.error;
      const to = await targetOf(arguments_.to, paths, context);
      if (!to.ok) return refusalResult(to.error);
      const target = to.value;
      // Always in the same order: two moves that meet must not wait for each other.
      const [first = "", second = ""] = [from.value.path, target.path].toSorted();
      if (first === second) return failure(`${target.display} is already there.`);
      return locks.hold(first, context.signal, () =>
        locks.hold(second, context.signal, () => moveEntry(from.value, target, paths, context)),
      );
    },
  });
}

function targetOf(path: string, paths: PathGuard, context: ToolContext) {
  return paths.resolve(path.replace(/[\\/]+$/, ""), "write", context);
}

/** Both places are decided on at once: by the one that is asked about rather. */
async function moveSubject({ from, to }: Input, paths: PathGuard, context: ToolContext): Promise<PathSubject> {
  const source = await entrySubject(from, paths, context);
  const resolved = await targetOf(to, paths, context);
  const target = await entrySubject(resolved.ok ? resolved.value.path : to, paths, context);
  const acts = await actingAfter(source, target, paths, context);
  const isIn = (path: string): boolean =>
    path.startsWith(`${context.workFolder}${context.platform === "win32" ? "\\" : "/"}`);
  const [asked, also] = isIn(target.path) ? [source, target] : [target, source];
  return {
    ...asked,
    also: also.path,
    admitted: source.admitted && target.admitted && resolved.ok,
    secret: source.secret ?? target.secret,
    acts,
    preview: { kind: "text", text: `${source.path}\n→ ${target.path}` },
  };
}

const longestActing = 1_000_000;

/** A file that is moved to where others run or trust it acts as one that is written there; so does one of a folder. */
async function actingAfter(source: PathSubject, target: PathSubject, paths: PathGuard, context: ToolContext) {
  if (!source.admitted || !target.admitted) return null;
  const opened = await paths.open(source.path, "read", context);
  const text = opened.ok ? await textOf(opened.value.handle) : "";
  for (const below of await filesBelow(source.path, paths, context)) {
    const came = await paths.actingKind(target.path + suffix(below), { before: null, after: text }, context);
    const went = came ?? (await paths.actingKind(source.path + suffix(below), { before: text, after: "" }, context));
    if (went !== null) return went;
  }
  return null;
}

async function textOf(handle: FileHandle): Promise<string> {
  await using opened = handle;
  const stats = await opened.stat();
  if (!stats.isFile() || stats.size > longestActing) return "";
  const bytes = await opened.readFile();
  const encoding = await detectEncoding(bytes, true);
  return encoding === null ? "" : decodeText(bytes, encoding);
}

/** "" is the entry itself; what is too much is refused once it is moved. */
async function filesBelow(path: string, paths: PathGuard, context: ToolContext): Promise<readonly string[]> {
  const entry = await resolveEntry(path, paths, context);
  const opened = entry.ok ? await paths.openFolder(entry.value.parent.path, { access: "write" }, context) : entry;
  if (!entry.ok || !opened.ok) return [""];
  await using folder = opened.value;
  const found = await entriesOf(folder, entry.value, paths, context);
  return found.ok ? found.value.map(({ below }) => below) : [""];
}

interface Target {
  readonly path: string;
  readonly display: string;
}

async function moveEntry(from: EntryPath, to: Target, paths: PathGuard, context: ToolContext): Promise<ToolResult> {
  const rules = context.platform === "win32" ? win32 : posix;
  if (to.path.startsWith(from.path + rules.sep)) return failure(`${from.display} cannot be moved into itself.`);
  const opened = await paths.openFolder(from.parent.path, { access: "write" }, context);
  if (!opened.ok) return refusalResult(opened.error);
  await using source = opened.value;
  if (source.path !== from.parent.path) return failure(`${from.display} changed on the disk meanwhile.`);
  const found = await entriesOf(source, from, paths, context);
  if (!found.ok) return found.error;
  if (await isThere(to.path, context.files)) return failure(`${to.display} exists already: nothing was moved.`);
  const moved = found.value.flatMap(({ below }) => [from.path + suffix(below), to.path + suffix(below)]);
  for (const { below } of found.value) {
    const old = from.path + suffix(below);
    await context.beforeWrite(to.path + suffix(below), { like: old });
    await context.beforeWrite(old, "gone");
  }
  try {
    const parent = await paths.openFolder(rules.dirname(to.path), { access: "write", create: true }, context);
    if (!parent.ok) return refusalResult(parent.error);
    await using target = parent.value;
    if (target.path !== rules.dirname(to.path)) return failure(`${to.display} changed on the disk meanwhile.`);
    await move({ source, from: from.name, target, to: rules.basename(to.path) }, found.value[0], context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    return moveFailure(error, from, to);
  } finally {
    for (const path of moved) await context.afterWrite(path);
  }
  const inside = found.value.length - 1;
  const what = inside === 0 ? "" : ` with ${countOf(inside, "item")}`;
  return { kind: "done", content: `Moved ${from.display} to ${to.display}${what}.`, details: { path: to.path } };
}

interface Move {
  readonly source: OpenedFolder;
  readonly from: string;
  readonly target: OpenedFolder;
  readonly to: string;
}

/** A file comes to its new name before the old one goes, and never in place of another. */
async function move({ source, from, target, to }: Move, entry: FoundEntry | undefined, context: ToolContext) {
  const { files } = context;
  const [old, next] = [source.at(from), target.at(to)];
  context.signal.throwIfAborted();
  if (!(await source.isUnchanged()) || !(await target.isUnchanged())) throw new Error("its folder changed meanwhile");
  if (entry?.stats.isFile() !== true) return files.rename(old, next);
  try {
    await files.link(old, next);
  } catch (error) {
    const code = systemCodeOf(error) ?? "";
    if (code === "EXDEV") {
      await files.copyFile(old, next, constants.COPYFILE_EXCL);
      await files.chmod(next, entry.stats.mode & 0o7777);
    } else if (noLinks.has(code)) return files.rename(old, next);
    else throw error;
  }
  await files.unlink(old);
}

/** What file systems answer that have no second names of files. */
const noLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL", "EMLINK"]);

function moveFailure(error: unknown, from: EntryPath, to: Target): ToolResult {
  switch (systemCodeOf(error)) {
    case "EEXIST":
    case "ENOTEMPTY":
      return failure(`${to.display} exists already: nothing was moved.`);
    case "EXDEV":
      return failure(`${from.display} is a folder and cannot be moved to another disk. Move its files one by one.`);
    case "ENOSPC":
      return failure(`The disk is full: ${from.display} was not moved.`, "disk-full");
    case "EACCES":
    case "EPERM":
      return failure(`${from.display} was not moved: the system denies permission.`, "unreadable");
    default:
      return failure(`${from.display} was not moved: ${reasonOf(error)}`);
  }
}
