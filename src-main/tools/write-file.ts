import { z } from "../../src-preload/contract/zod.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { GuardedPath } from "../policy/path-guard.ts";
import { defineTool } from "./define-tool.ts";
import { type ExistingFile, readExisting } from "./existing-file.ts";
import { countOf } from "./format-size.ts";
import type { PathLock } from "./path-lock.ts";
import { pathSubject } from "./path-subject.ts";
import { replaceFile } from "./replace-file.ts";
import { linesOf, unifiedDiff, wholeDiff } from "./text-diff.ts";
import { encodeText } from "./text-encoding.ts";
import type { Subject, Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure, refusalResult } from "./tool-failure.ts";

const input = z.object({
  path: z.string(),
  content: z.string().describe("The whole new text"),
});
type Input = z.output<typeof input>;

export function writeFileTool(paths: PathGuard, locks: PathLock): Tool {
  return defineTool({
    name: "write_file",
    description: "Write a whole text file, new or in place of an old one; missing folders are made.",
    effect: "write",
    repeatSafe: true,
    input,
    title: ({ path }) => path,
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
  const before = existing.kind === "text" ? existing.text : "";
  return { ...subject, preview: { kind: "diff", text: await wholeDiff(before, content) } };
}

async function writeFile(
  target: GuardedPath,
  content: string,
  paths: PathGuard,
  context: ToolContext,
): Promise<ToolResult> {
  const existing = await readExisting(target.path, paths, context);
  if (existing.kind === "refused") return existing.failure;
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
  await context.beforeWrite(target.path);
  const before = existing.kind === "absent" ? null : existing.stats;
  const written = await replaceFile(
    { path: target.path, display: target.display, bytes: bytes.value, before },
    paths,
    context,
  );
  if (!written.ok) return written.error;
  const diff = existing.kind === "opaque" ? {} : { diff: await diffOf(target, existing, content) };
  return {
    kind: "done",
    content: `${existing.kind === "absent" ? "Created" : "Replaced"} ${target.display} (${size}).`,
    details: { path: target.path, ...diff },
  };
}

function bytesLike(existing: ExistingFile, content: string) {
  if (existing.kind !== "text") return encodeText(content, "utf-8");
  const kept = encodeText(content, existing.encoding);
  // Latin-1 cannot say everything; a whole new text may then as well be UTF-8.
  return kept.ok ? kept : encodeText(content, "utf-8");
}

function diffOf(target: GuardedPath, existing: ExistingFile, content: string): Promise<string> {
  return unifiedDiff(target.display, existing.kind === "text" ? existing.text : "", content);
}
