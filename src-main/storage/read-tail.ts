import type { FileHandle } from "node:fs/promises";

/*
 * Lines of a file, from its end or from its start, in chunks. Bytes are split at line feeds before they become text, so
 * that no character is cut. What is held is one chunk and the line being put together.
 */

export interface FileLine {
  /** Without its line end; null when the line is longer than the cap. */
  readonly text: string | null;
  /** Where the line begins, in bytes. */
  readonly offset: number;
  /** Bytes without the line feed. */
  readonly length: number;
  /** False for a last line without a line feed. */
  readonly ended: boolean;
}

/** Is handed each line and answers whether to go on. */
export type LineVisitor = (line: FileLine) => boolean;

export interface ReadOptions {
  /** The first byte to read; 0 unless told. */
  readonly start?: number;
  /** The byte after the last one to read. */
  readonly end: number;
  /** Bytes of the first chunk; later ones grow. */
  readonly chunkBytes?: number;
  readonly maxLineBytes?: number;
}

export type ReadableHandle = Pick<FileHandle, "read">;

const lineFeed = 0x0a;
const firstChunkBytes = 64 * 1024;
const largestChunkBytes = 1024 * 1024;
const defaultMaxLineBytes = 64 * 1024 * 1024;

/** Reads exactly these bytes; fewer only when the file ends before. */
export async function readRange(handle: ReadableHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Puts a line together from pieces that come in one after the other. Drops them when the line gets too long. */
class LineParts {
  readonly #cap: number;
  #parts: Buffer[] = [];
  length = 0;

  constructor(cap: number) {
    this.#cap = cap;
  }

  add(part: Buffer): void {
    this.length += part.length;
    if (this.length > this.#cap) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  /** The whole text, and empty again. `newestFirst`: the pieces came from the end to the start. */
  take(newestFirst: boolean): { text: string | null; length: number } {
    const { length } = this;
    const parts = newestFirst ? this.#parts.reverse() : this.#parts;
    const [only] = parts;
    const whole = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
    this.#parts = [];
    this.length = 0;
    return { text: length > this.#cap ? null : whole.toString("utf8"), length };
  }
}

/** Hands over lines newest first until the visitor says stop. Resolves with the offset of the last line handed over. */
export async function readLinesBackward(
  handle: ReadableHandle,
  options: ReadOptions,
  visit: LineVisitor,
): Promise<number> {
  const start = options.start ?? 0;
  const parts = new LineParts(options.maxLineBytes ?? defaultMaxLineBytes);
  let chunkBytes = options.chunkBytes ?? firstChunkBytes;
  let position = options.end;
  let ended = false;
  while (position > start) {
    const size = Math.min(chunkBytes, position - start);
    const chunk = await readRange(handle, position - size, size);
    position -= size;
    let lineEnd = chunk.length;
    for (let at = chunk.lastIndexOf(lineFeed); at >= 0; at = at === 0 ? -1 : chunk.lastIndexOf(lineFeed, at - 1)) {
      parts.add(chunk.subarray(at + 1, lineEnd));
      lineEnd = at;
      const line = parts.take(true);
      const offset = position + at + 1;
      if ((ended || line.length > 0) && !visit({ ...line, offset, ended })) return offset;
      ended = true;
    }
    parts.add(chunk.subarray(0, lineEnd));
    chunkBytes = Math.min(chunkBytes * 2, largestChunkBytes);
  }
  if (ended || parts.length > 0) visit({ ...parts.take(true), offset: start, ended });
  return start;
}

/** Hands over lines oldest first until the visitor says stop. Resolves with the offset after the last one. */
export async function readLinesForward(
  handle: ReadableHandle,
  options: ReadOptions,
  visit: LineVisitor,
): Promise<number> {
  const parts = new LineParts(options.maxLineBytes ?? defaultMaxLineBytes);
  let chunkBytes = options.chunkBytes ?? firstChunkBytes;
  let position = options.start ?? 0;
  let offset = position;
  while (position < options.end) {
    const chunk = await readRange(handle, position, Math.min(chunkBytes, options.end - position));
    if (chunk.length === 0) break;
    let lineStart = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, lineStart)) {
      parts.add(chunk.subarray(lineStart, at));
      lineStart = at + 1;
      const line = parts.take(false);
      const lineOffset = offset;
      offset = position + lineStart;
      if (!visit({ ...line, offset: lineOffset, ended: true })) return offset;
    }
    parts.add(chunk.subarray(lineStart));
    position += chunk.length;
    chunkBytes = Math.min(chunkBytes * 2, largestChunkBytes);
  }
  if (parts.length > 0) visit({ ...parts.take(false), offset, ended: false });
  return position;
}
