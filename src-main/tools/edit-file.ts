import { z } from "../../src-preload/contract/zod.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { GuardedPath } from "../policy/path-guard.ts";
import type { Subject } from "../policy/subject.ts";
import { defineTool } from "./define-tool.ts";
import { encodeChange } from "./encode-text.ts";
import { readExisting } from "./existing-file.ts";
import { countOf } from "./format-size.ts";
import type { PathLock } from "./path-lock.ts";
import { pathSubject } from "./path-subject.ts";
import { namesLeft, replaceFile } from "./replace-file.ts";
import { similarNameHint } from "./similar-name.ts";
import { countChanges, unifiedDiff, wholeDiff } from "./text-diff.ts";
import { planEdit } from "./text-edit.ts";

import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure, refusalResult } from "./tool-failure.ts";

const input = () =>
  z.object({
    path: z.string(),
    oldText: z.string().describe("Exact text of the file, without line numbers"),
    newText: z.string(),
    replaceAll: z.boolean().optional(),
  });
type Input = z.output<ReturnType<typeof input>>;

export function editFileTool(paths: PathGuard, locks: PathLock): Tool {
  return defineTool({
    name: "edit_file",
    description: "Replace text in a file. oldText must occur exactly once, unless replaceAll is true.",
    words: { doing: "step.doing.edit", done: "step.edited", object: "path" },
    asks: "approval.title.edit",
    effect: "write",
    isCore: true,
    repeatSafe: false,
    input,
    subject: (arguments_, context) => previewEdit(arguments_, paths, context),
    run: async (arguments_, context) => {
      const target = await paths.resolve(arguments_.path, "write", context);
      if (!target.ok) return refusalResult(target.error);
      return locks.hold(target.value.path, context.signal, () => editFile(target.value, arguments_, paths, context));
    },
  });
}

/**
 * An edit that cannot be made is not admitted: its run says why, and nobody is asked about nothing. Of a secret file it
 * would say what stands there, so that one is asked about all the same.
 */
async function previewEdit(edit: Input, paths: PathGuard, context: ToolContext): Promise<Subject> {
  const subject = await pathSubject(edit.path, "write", paths, context);
  const existing = await readExisting(subject.path, paths, context);
  if (existing.kind !== "text") return { ...subject, admitted: false };
  const plan = await planEdit(existing.text, { ...edit, replaceAll: edit.replaceAll ?? false });
  if (plan.kind === "refused" || !encodeChange(existing, plan.text).ok) {
    return { ...subject, admitted: subject.admitted && subject.secret !== null };
  }
  const acts = await paths.actingKind(subject.path, { before: existing.text, after: plan.text }, context);
  return { ...subject, acts, preview: { kind: "diff", text: await wholeDiff(existing.text, plan.text) } };
}

async function editFile(target: GuardedPath, edit: Input, paths: PathGuard, context: ToolContext): Promise<ToolResult> {
  const existing = await readExisting(target.path, paths, context);
  switch (existing.kind) {
    case "absent": {
      const hint = await similarNameHint(edit.path, paths, context);
      return failure(`${target.display} does not exist.${hint === "" ? "" : ` ${hint}`}`, "not-found");
    }
    case "opaque":
      return failure(`${target.display} cannot be edited: ${existing.reason}.`, "not-text");
    case "refused":
      return existing.failure;
    case "text":
      break;
  }
  const plan = await planEdit(existing.text, { ...edit, replaceAll: edit.replaceAll ?? false });
  if (plan.kind === "refused") return failure(`${target.display} was not changed: ${plan.message}`, "no-match");
  const bytes = encodeChange(existing, plan.text);
  if (!bytes.ok) return failure(`${target.display} was not changed: ${bytes.error}.`);
  await context.beforeWrite(target.path, bytes.value);
  const written = await replaceFile(
    { path: target.path, display: target.display, bytes: bytes.value, before: existing.stats },
    paths,
    context,
  );
  if (!written.ok) return written.error;
  const diff = await unifiedDiff(target.display, existing.text, plan.text);
  return {
    kind: "done",
    content: summary(target, plan.lines, diff) + namesLeft(existing.stats),
    details: { path: target.path, diff },
  };
}

function summary(target: GuardedPath, lines: readonly number[], diff: string): string {
  const { added, removed } = countChanges(diff);
  const where = lines.length === 1 ? `at line ${lines[0]}` : `at ${countOf(lines.length, "place")}`;
  return `Edited ${target.display} ${where} (+${added} -${removed} lines).`;
}
