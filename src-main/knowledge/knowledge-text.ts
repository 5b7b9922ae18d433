import { isUtf8 } from "node:buffer";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { estimatedTokens } from "../../src-preload/contract/estimated-tokens.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { KnowledgeText } from "../../src-preload/contract/window.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext, PathRefusal } from "../policy/path-guard.ts";
import { hashOf } from "../storage/object-store.ts";
import { storageError } from "../storage/storage-error.ts";
import { text } from "../words.ts";
import type { KnownPath } from "./known-path.ts";

/** Bytes of one file; what is larger is no note. */
export const maxKnowledgeBytes = 8 * 1024 * 1024;

export function knowledgeText(path: string, content: string): KnowledgeText {
  return { path, text: content, version: versionOf(content), tokens: estimatedTokens(content) };
}

/** The version of a content: the SHA-256 of its bytes. */
function versionOf(content: string): string {
  return hashOf(Buffer.from(content, "utf8"));
}

/** What lies on the disk; null when there is no such file. */
export async function readKnown(
  known: KnownPath,
  place: PathContext,
  guard: PathGuard,
): AsyncResult<KnowledgeText | null> {
  const opened = await guard.open(`./${known.inside.path}`, "read", place);
  if (!opened.ok) return opened.error.reason === "not-found" ? ok(null) : fail(refused(opened.error, known.path));
  await using handle = opened.value.handle;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return fail(contractError("forbidden", text("knowledge.notAFile", { path: known.path })));
    if (stats.size > maxKnowledgeBytes) {
      return fail(contractError("too-large", text("knowledge.tooLarge", { path: known.path })));
    }
    const bytes = await handle.readFile();
    if (!isUtf8(bytes)) return fail(contractError("invalid-input", text("knowledge.notText", { path: known.path })));
    return ok(knowledgeText(known.path, bytes.toString("utf8")));
  } catch (cause) {
    return fail(storageError(cause, known.path));
  }
}

export function refused(refusal: PathRefusal, path: string): ContractError {
  if (refusal.reason === "failed") return contractError("storage", text("knowledge.unreadable", { path }));
  return contractError("forbidden", text("knowledge.leadsOut", { path }));
}
