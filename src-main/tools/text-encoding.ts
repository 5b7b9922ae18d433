import { isUtf8 } from "node:buffer";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";

/** How the bytes of a text file are read, so that it can be written back the same way. */
export type TextEncoding = "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "latin1";

const sampleBytes = 8192;

/** The encoding of a file from its first bytes, or null when it is not text. `isWhole`: nothing follows them. */
export function detectEncoding(head: Uint8Array, isWhole: boolean): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const sample = head.subarray(0, sampleBytes);
  if (sample.includes(0)) return null;
  const isValid = isUtf8(isWhole ? head : head.subarray(0, wholeCharacters(head)));
  if (isValid) return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? "utf-8-bom" : "utf-8";
  return looksLikeText(sample) ? "latin1" : null;
}

/** Reads chunks of one file in order; the byte order mark is not part of the text. */
export interface ChunkDecoder {
  write(chunk: Uint8Array): string;
  end(): string;
}

export function createChunkDecoder(encoding: TextEncoding): ChunkDecoder {
  if (encoding === "latin1") {
    return {
      write: (chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("latin1"),
      end: () => "",
    };
  }
  const decoder = new TextDecoder(encoding === "utf-8-bom" ? "utf-8" : encoding);
  return { write: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() };
}

export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  const decoder = createChunkDecoder(encoding);
  return decoder.write(bytes) + decoder.end();
}

/** Bytes in this encoding, with the byte order mark that belongs to it. Fails for what Latin-1 cannot say. */
export function encodeText(text: string, encoding: TextEncoding): Result<Buffer, string> {
  switch (encoding) {
    case "utf-8":
      return ok(Buffer.from(text, "utf8"));
    case "utf-8-bom":
      return ok(Buffer.from(`\ufeff${withoutMark(text)}`, "utf8"));
    case "utf-16le":
      return ok(Buffer.from(`\ufeff${withoutMark(text)}`, "utf16le"));
    case "utf-16be":
      return ok(Buffer.from(`\ufeff${withoutMark(text)}`, "utf16le").swap16());
    case "latin1": {
      const foreign = /[^\u0000-\u00ff]/u.exec(text)?.[0];
      return foreign === undefined
        ? ok(Buffer.from(text, "latin1"))
        : fail(`the file is Latin-1, which has no ${JSON.stringify(foreign)}`);
    }
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** The length without a UTF-8 character that the end cuts off. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.length - back;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

function looksLikeText(sample: Uint8Array): boolean {
  let strange = 0;
  for (const byte of sample) {
    const isControl = (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) || byte === 0x7f;
    if (isControl || (byte >= 0x80 && byte < 0xa0)) strange++;
  }
  return strange <= sample.length / 50;
}
