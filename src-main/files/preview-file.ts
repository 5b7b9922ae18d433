import type { FileHandle } from "node:fs/promises";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { FilePreview } from "../../src-preload/contract/window.ts";
import type { Clock } from "../host.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { storageError } from "../storage/storage-error.ts";
import type { magicType } from "../tools/media-type.ts";
import type { PdfText } from "../tools/pdf-text.ts";
import type { createChunkDecoder, detectEncoding } from "../tools/text-encoding.ts";
import { text } from "../words.ts";
import { readStart } from "./read-start.ts";
import { refusalError } from "./refusal.ts";
import { forGuard, normalPath } from "./relative-path.ts";

/** How the tools tell what a file is; handed in, so that the window and the model see the same. */
export interface FileContents {
  readonly magicType: typeof magicType;
  readonly detectEncoding: typeof detectEncoding;
  readonly createChunkDecoder: typeof createChunkDecoder;
  readonly pdfText: PdfText;
}

export interface PreviewDependencies {
  readonly guard: PathGuard;
  readonly clock: Clock;
  readonly contents: FileContents;
  /** Of an image; as much as is shown in the files when it is left out. */
  readonly mostImageBytes?: number;
  /** Whether what was opened must not be shown after all. */
  readonly isRefused?: (path: string) => boolean;
}

const maxTextBytes = 1024 * 1024;
export const maxImageBytes = 5 * 1024 * 1024;
export const maxPdfBytes = 50 * 1024 * 1024;
/** A PDF that takes longer is shown without its text. */
const pdfPatienceMs = 20_000;

/** A file of the work folder as far as a person wants to see it. What it is, its bytes say and not its name. */
export async function previewFile(
  asked: string,
  place: PathContext,
  deps: PreviewDependencies,
): AsyncResult<FilePreview> {
  const path = normalPath(asked, place.platform);
  const opened = await deps.guard.open(forGuard(path, place.platform), "read", place);
  if (!opened.ok) return fail(refusalError(opened.error, asked));
  await using handle = opened.value.handle;
  try {
    const stats = await handle.stat();
    if (deps.isRefused?.(opened.value.path) === true) {
      return fail(contractError("forbidden", text("file.secret", { path: asked })));
    }
    if (!stats.isFile()) return fail(contractError("invalid-input", text("file.notAFile", { path: asked })));
    return ok(await preview(handle, stats.size, deps));
  } catch (cause) {
    return fail(storageError(cause, asked));
  }
}

async function preview(handle: FileHandle, size: number, deps: PreviewDependencies): Promise<FilePreview> {
  const { contents, mostImageBytes = maxImageBytes } = deps;
  const head = await readStart(handle, Math.min(size, maxTextBytes));
  const magic = contents.magicType(head);
  if (magic?.kind === "image") {
    if (size > mostImageBytes) return { kind: "too-large", size, most: mostImageBytes };
    const whole = await readStart(handle, size);
    return { kind: "image", mediaType: magic.mediaType, base64: whole.toString("base64"), size };
  }
  if (magic?.kind === "pdf") return previewPdf(handle, size, deps);
  const truncated = size > head.length;
  const encoding = await contents.detectEncoding(head, !truncated);
  if (encoding === null) return { kind: "binary", size };
  const decoder = contents.createChunkDecoder(encoding);
  // A character that the cut goes through is left out.
  return { kind: "text", text: decoder.write(head) + (truncated ? "" : decoder.end()), truncated, size };
}

async function previewPdf(handle: FileHandle, size: number, deps: PreviewDependencies): Promise<FilePreview> {
  if (size > maxPdfBytes) return { kind: "too-large", size, most: maxPdfBytes };
  const bytes = await readStart(handle, size);
  const patience = new AbortController();
  using _timer = deps.clock.setTimer(pdfPatienceMs, () => patience.abort());
  const read = await withoutAbort(deps.contents.pdfText(bytes, patience.signal), patience.signal);
  if (read === null || !read.ok) return { kind: "binary", size };
  const pages = Number(/^--- page \d+ of (\d+) ---/.exec(read.value)?.[1] ?? 0);
  return { kind: "pdf", text: read.value.slice(0, maxTextBytes), pages, size };
}

/** Null when it was given up. */
async function withoutAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value | null> {
  try {
    return await work;
  } catch (cause) {
    if (signal.aborted) return null;
    throw cause;
  }
}
