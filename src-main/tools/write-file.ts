import { z } from "../../src-preload/contract/zod.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { GuardedPath } from "../policy/path-guard.ts";
import type { Subject } from "../policy/subject.ts";
import { defineTool } from "./define-tool.ts";
import { encodeChange, encodeText } from "./encode-text.ts";
import { type ExistingFile, readExisting } from "./existing-file.ts";
import { countOf } from "./format-size.ts";
import type { PathLock } from "./path-lock.ts";
import { pathSubject } from "./path-subject.ts";
import { namesLeft, replaceFile } from "./replace-file.ts";
import { linesOf, unifiedDiff, wholeDiff } from "./text-diff.ts";
import { commonLineEnd, withLineEnds } from "./text-edit.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure, refusalResult } from "./tool-failure.ts";

const input = () =>
  z.object({
    path: z.string(),
    content: z.string(),
  });
type Input = z.output<ReturnType<typeof input>>;

export function writeFileTool(paths: PathGuard, locks: PathLock): Tool {
  return defineTool({
    name: "write_file",
    description: "Write a whole text file, new or over an old one; makes missing folders.",
    words: { doing: "step.doing.write", done: "step.wrote", object: "path" },
    asks: "approval.title.write",
    effect: "write",
    isCore: true,
    repeatSafe: true,
    input,
    subject: (arguments_, context) => previewWrite(arguments_, paths, context),
    run: async (arguments_, context) => {
      const target = await paths.resolve(arguments_.path, "write", context);
      if (!target.ok) return refusalResult(target.error);
      return locks.hold(target.value.path, context.signal, () =>
        writeFile(target.value, arguments_.content, paths, context),
      );
    },
  });
}

async function previewWrite({ path, content }: Input, paths: PathGuard, context: ToolContext): Promise<Subject> {
  const subject = await pathSubject(path, "write", paths, context);
  const existing = await readExisting(subject.path, paths, context);
  const before = existing.kind === "text" ? existing.text : null;
  const after = withEndsOf(existing, content);
  const acts = await paths.actingKind(subject.path, { before, after }, context);
  return { ...subject, acts, preview: { kind: "diff", text: await wholeDiff(before ?? "", after) } };
}

/** A file whose lines end with CR LF keeps that, unless the new text says itself how its lines end. */
function withEndsOf(existing: ExistingFile, content: string): string {
  const isLong = existing.kind === "text" && commonLineEnd(existing.text) === "\r\n";
  return isLong && !content.includes("\r") ? withLineEnds(content, "\r\n") : content;
}

async function writeFile(
  target: GuardedPath,
  given: string,
  paths: PathGuard,
  context: ToolContext,
): Promise<ToolResult> {
  const existing = await readExisting(target.path, paths, context);
  if (existing.kind === "refused") return existing.failure;
  const content = withEndsOf(existing, given);
  const bytes = bytesLike(existing, content);
  if (!bytes.ok) return failure(`${target.display} was not written: ${bytes.error}.`);
  const size = `${countOf(linesOf(content).length, "line")}, ${countOf(bytes.value.length, "byte")}`;
  if (existing.kind === "text" && existing.text === content) {
    return {
      kind: "done",
      content: `${target.display} has this content already (${size}).`,
      details: { path: target.path },
    };
  }
  await context.beforeWrite(target.path, bytes.value);
  const before = existing.kind === "absent" ? null : existing.stats;
  const written = await replaceFile(
    { path: target.path, display: target.display, bytes: bytes.value, before },
    paths,
    context,
  );
  if (!written.ok) return written.error;
  const diff = existing.kind === "opaque" ? {} : { diff: await diffOf(target, existing, content) };
  const ends = content === given ? "" : " Its lines end with CR LF as before.";
  return {
    kind: "done",
    content: `${existing.kind === "absent" ? "Created" : "Replaced"} ${target.display} (${size}).${ends}${namesLeft(before)}`,
    details: { path: target.path, ...diff },
  };
}

function bytesLike(existing: ExistingFile, content: string) {
  if (existing.kind !== "text") return encodeText(content, "utf-8");
  const kept = encodeChange(existing, content);
  // Older encodings cannot say everything; a whole new text may then as well be UTF-8.
  return kept.ok ? kept : encodeText(content, "utf-8");
}

function diffOf(target: GuardedPath, existing: ExistingFile, content: string): Promise<string> {
  return unifiedDiff(target.display, existing.kind === "text" ? existing.text : "", content);
}
