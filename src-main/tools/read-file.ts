import { basename } from "node:path";
import { z } from "../../src-preload/contract/zod.ts";
import type { OpenedFile, PathGuard } from "../policy/open-in-roots.ts";
import { defineTool } from "./define-tool.ts";
import { formatSize } from "./format-size.ts";
import { languageOf } from "./language.ts";
import { createLineWindow, type LineLimits, type LineWindowResult } from "./line-window.ts";
import { magicType } from "./media-type.ts";
import { pathSubject } from "./path-subject.ts";
import type { PdfText } from "./pdf-text.ts";
import { similarNameHint } from "./similar-name.ts";
import { notAFile } from "./special-file.ts";
import { createChunkDecoder, detectEncoding } from "./text-encoding.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { failure, readFailure, refusalResult } from "./tool-failure.ts";

const chunkBytes = 64 * 1024;
const maxLines = 2000;
/** A small window takes less: `resultBytes` of the context. */
const mostBytes = 100_000;
const maxImageBytes = 5_000_000;
const maxPdfBytes = 20_000_000;
const maxUnsizedBytes = 32_000_000;
/** A file that is longer is not read to its end only to count its lines. */
const maxCountedBytes = 32_000_000;

const input = () =>
  z.object({
    path: z.string().describe("Relative to the work folder, or absolute"),
    startLine: z.int().min(1).optional(),
    endLine: z.int().min(1).optional(),
  });
type Input = z.output<ReturnType<typeof input>>;

export function readFileTool(paths: PathGuard, pdfText: PdfText): Tool {
  return defineTool({
    name: "read_file",
    description:
      "Read a file: text with line numbers (at most 2000 lines or 100 kB a call, less for a small context), an image, or a PDF's text.",
    words: { doing: "step.doing.read", done: "step.read", object: "path" },
    asks: "approval.title.read",
    effect: "read",
    isCore: true,
    repeatSafe: true,
    isBounded: true,
    input,
    subject: ({ path }, context) => pathSubject(path, "read", paths, context),
    run: (arguments_, context) => readFile(arguments_, { paths, pdfText }, context),
  });
}

interface Reading {
  readonly paths: PathGuard;
  readonly pdfText: PdfText;
}

async function readFile(arguments_: Input, { paths, pdfText }: Reading, context: ToolContext): Promise<ToolResult> {
  const { startLine = 1, endLine = Number.POSITIVE_INFINITY } = arguments_;
  if (endLine < startLine) return failure(`endLine ${endLine} is before startLine ${startLine}.`);
  const opened = await paths.open(arguments_.path, "read", context);
  if (!opened.ok) {
    const isMissing = opened.error.reason === "not-found";
    return refusalResult(opened.error, isMissing ? await similarNameHint(arguments_.path, paths, context) : "");
  }
  const file = opened.value;
  try {
    const stats = context.files.statNow(file.handle.fd);
    const special = notAFile(stats, file.display);
    if (special !== null) return failure(special);
    const maxBytes = Math.min(mostBytes, await context.resultBytes());
    const limits = { start: startLine, end: endLine, maxLines, maxBytes };
    const result = await readContent({ file, size: stats.size, limits, pdfText }, context);
    return { ...result, details: { path: file.path, ...result.details } };
  } catch (error) {
    if (context.signal.aborted) throw error;
    return readFailure(error, file.display);
  } finally {
    // Not waited for: nothing was written that a close could lose.
    file.handle.close().catch(() => undefined);
  }
}

interface ReadRequest {
  readonly file: OpenedFile;
  readonly size: number;
  readonly limits: LineLimits;
  readonly pdfText: PdfText;
}

async function readContent(request: ReadRequest, context: ToolContext): Promise<ToolResult> {
  const { file, size } = request;
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(size + 1, 1024)));
  const end = endOf(size);
  const head = await fill(request, buffer, 0);
  if (head.length === 0)
    return { kind: "done", content: `(${file.display} is empty)`, details: { firstLine: request.limits.start } };
  const magic = magicType(head);
  if (magic?.kind === "image") return imageResult(file, size, magic.mediaType);
  if (magic?.kind === "pdf") return readPdf(request, context);
  const isWhole = head.length < buffer.length;
  const encoding = await detectEncoding(head, isWhole, () => languageOf(context.childEnv));
  if (encoding === null) return failure(`${file.display} is not text (binary, ${formatSize(size)}).`, "binary");
  const decoder = createChunkDecoder(encoding);
  const window = createLineWindow(request.limits);
  let chunk = head;
  let position = 0;
  while (chunk.length > 0) {
    context.signal.throwIfAborted();
    window.push(decoder.write(chunk));
    position += chunk.length;
    if (isWhole || position >= end || (window.isFull() && position > maxCountedBytes)) break;
    chunk = await fill(request, buffer, position);
  }
  const isCounted = isWhole || chunk.length === 0 || position === size;
  if (isCounted) window.push(decoder.end());
  const note = encoding.startsWith("utf-") ? "" : `[Not UTF-8; read as ${encoding}.]\n`;
  return numbered(window.finish(isCounted), { file, start: request.limits.start, isCounted, note });
}

/** Of a file that grows meanwhile what was there at the start is read; files of the kernel say that they are empty. */
function endOf(size: number): number {
  return size > 0 ? size : maxUnsizedBytes;
}

/** Reads until the buffer is full or the file ends: a short read is no end on network drives. */
async function fill({ file, size }: ReadRequest, buffer: Buffer, position: number): Promise<Buffer> {
  const most = Math.min(buffer.length, endOf(size) - position);
  let length = 0;
  while (length < most) {
    const { bytesRead } = await file.handle.read(buffer, length, most - length, position + length);
    length += bytesRead;
    if (bytesRead === 0) break;
  }
  return buffer.subarray(0, length);
}

interface Numbering {
  readonly file: OpenedFile;
  readonly start: number;
  /** The end was reached, so the total is that of the file. */
  readonly isCounted: boolean;
  readonly note: string;
}

function numbered(result: LineWindowResult, { file, start, isCounted, note }: Numbering): ToolResult {
  const { lines, total } = result;
  const details = { firstLine: start };
  if (total === 0) return { kind: "done", content: `(${file.display} is empty)`, details };
  if (lines.length === 0) {
    return failure(`${file.display} has only ${total} lines; startLine ${start} is past its end.`);
  }
  const last = start + lines.length - 1;
  const body = lines.map((line, index) => `${start + index}\t${line}`).join("\n");
  if (isCounted && last >= total) return { kind: "done", content: note + body, details };
  const of = isCounted ? ` of ${total}` : "";
  return {
    kind: "done",
    content: `${note}${body}\n[Lines ${start}-${last}${of}. Read on with startLine ${last + 1}.]`,
    details,
  };
}

function imageResult(file: OpenedFile, size: number, mediaType: string): ToolResult {
  if (size > maxImageBytes) {
    return failure(
      `${file.display} is an image of ${formatSize(size)}; at most ${formatSize(maxImageBytes)} are shown.`,
    );
  }
  return {
    kind: "done",
    content: `[Image ${file.display}: ${mediaType}, ${formatSize(size)}]`,
    media: [{ kind: "image", path: file.path, mediaType, name: basename(file.path) }],
  };
}

async function readPdf(request: ReadRequest, context: ToolContext): Promise<ToolResult> {
  const { file, size, limits, pdfText } = request;
  if (size > maxPdfBytes)
    return failure(`${file.display} is a PDF of ${formatSize(size)}; at most ${formatSize(maxPdfBytes)} are read.`);
  const bytes = await fill(request, Buffer.alloc(size), 0);
  const text = await pdfText(bytes, context.signal);
  if (!text.ok) return failure(`${file.display} is a PDF that cannot be read: ${text.error}`);
  if (text.value.replace(/^--- page .* ---$/gm, "").trim() === "") {
    return failure(`${file.display} is a PDF without text (perhaps scanned pages).`);
  }
  const window = createLineWindow(limits);
  window.push(text.value);
  return numbered(window.finish(true), { file, start: limits.start, isCounted: true, note: "" });
}
