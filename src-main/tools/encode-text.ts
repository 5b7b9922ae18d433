import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { TextEncoding } from "./encoding-names.ts";
import { legacyBytesOf } from "./legacy-bytes.ts";

/** A file's text as it was read, and the bytes that it was read from. */
export interface DecodedText {
  readonly bytes: Buffer;
  readonly text: string;
  readonly encoding: TextEncoding;
}

const marks: Readonly<Partial<Record<TextEncoding, Buffer>>> = {
  "utf-8-bom": Buffer.from([0xef, 0xbb, 0xbf]),
  "utf-16le-bom": Buffer.from([0xff, 0xfe]),
  "utf-16be-bom": Buffer.from([0xfe, 0xff]),
};
const noMark = Buffer.alloc(0);

/** Bytes in this encoding, with the byte order mark that belongs to it. Fails for what the encoding cannot say. */
export function encodeText(text: string, encoding: TextEncoding): Result<Buffer, string> {
  const mark = marks[encoding] ?? noMark;
  const body = encodeBody(withoutMark(text, mark), encoding);
  return body.ok ? ok(Buffer.concat([mark, body.value])) : body;
}

/**
 * The bytes of a changed text. Lines that stand as they were keep their bytes: what cannot be read, or can be written in two
 * ways, is as it was wherever the change is not.
 */
export function encodeChange(before: DecodedText, after: string): Result<Buffer, string> {
  const { encoding, bytes, text } = before;
  if (encoding.startsWith("utf-16")) {
    const again = encodeText(text, encoding);
    if (again.ok && !again.value.equals(bytes)) return fail("its UTF-16 text is damaged");
    return encodeText(after, encoding);
  }
  const mark = marks[encoding] ?? noMark;
  const rows = byteLines(bytes.subarray(mark.length));
  const lines = text.split("\n");
  // A broken character may have swallowed a line's end: then no line's bytes are known.
  const known = new Map(lines.length === rows.length ? lines.map((line, index) => [line, rows[index]]) : []);
  const parts: Buffer[] = [];
  for (const line of withoutMark(after, mark).split("\n")) {
    const kept = known.get(line);
    const encoded = kept === undefined ? encodeLine(line, before) : ok(kept);
    if (!encoded.ok) return encoded;
    if (parts.length > 0) parts.push(lineFeed);
    parts.push(encoded.value);
  }
  return ok(Buffer.concat([mark, ...parts]));
}

/** A text that is given with its byte order mark does not get a second one. */
function withoutMark(text: string, mark: Buffer): string {
  return mark !== noMark && text.startsWith("\ufeff") ? text.slice(1) : text;
}

const lineFeed = Buffer.from("\n");

function encodeLine(line: string, { encoding, bytes }: DecodedText): Result<Buffer, string> {
  if (line.includes("\ufffd") && !bytes.includes("\ufffd")) {
    return fail("the line has bytes that are no text in the file's encoding, and they would be lost");
  }
  return encodeBody(line, encoding);
}

function encodeBody(text: string, encoding: TextEncoding): Result<Buffer, string> {
  switch (encoding) {
    case "utf-8":
    case "utf-8-bom":
      return ok(Buffer.from(text, "utf8"));
    case "utf-16le":
    case "utf-16le-bom":
      return ok(Buffer.from(text, "utf16le"));
    case "utf-16be":
    case "utf-16be-bom":
      return ok(Buffer.from(text, "utf16le").swap16());
    default:
      return legacyBytesOf(text, encoding);
  }
}

function byteLines(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, start)) {
    lines.push(bytes.subarray(start, at));
    start = at + 1;
  }
  lines.push(bytes.subarray(start));
  return lines;
}
