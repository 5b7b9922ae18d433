import { isUtf8 } from "node:buffer";
import type { TextEncoding } from "./encoding-names.ts";

const sampleBytes = 8192;

/**
 * The encoding of a file from its first bytes, or null when it is not text. `isWhole`: nothing follows them. `languageOf`
 * tells the person's own (`ja`, `zh-TW`), which decides where the bytes alone do not.
 */
export async function detectEncoding(
  head: Uint8Array,
  isWhole: boolean,
  languageOf: () => string | null = () => null,
): Promise<TextEncoding | null> {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le-bom";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be-bom";
  const sample = head.subarray(0, sampleBytes);
  // Without a mark, half a character at the end speaks against text of two bytes a character.
  if (sample.includes(0)) return isWhole && head.length % 2 === 1 ? null : utf16WithoutMark(sample);
  if (isUtf8(isWhole ? head : head.subarray(0, wholeCharacters(head))))
    return startsWithMark(head) ? "utf-8-bom" : "utf-8";
  if (!looksLikeText(sample)) return null;
  if (isDamagedUtf8(head)) return startsWithMark(head) ? "utf-8-bom" : "utf-8";
  const { guessEncoding } = await import("./guess-encoding.ts");
  return guessEncoding(head, languageOf());
}

/** Reads chunks of one file in order; the byte order mark is not part of the text. */
export interface ChunkDecoder {
  write(chunk: Uint8Array): string;
  end(): string;
}

export function createChunkDecoder(encoding: TextEncoding): ChunkDecoder {
  const decoder = new TextDecoder(encoding.replace("-bom", ""));
  return { write: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() };
}

export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  const decoder = createChunkDecoder(encoding);
  return decoder.write(bytes) + decoder.end();
}

function startsWithMark(head: Uint8Array): boolean {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
}

/** The share of valid characters of more than one byte from which broken ones beside them are damage, and not another encoding. */
const validPerBroken = 10;

/** UTF-8 that a cut or a bad byte went through: nothing else has this many valid sequences by chance. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(bytes);
  let valid = 0;
  let broken = 0;
  for (const character of text) {
    if (character === "\ufffd") broken++;
    else if (character > "\u007f") valid++;
  }
  return valid > 0 && valid >= broken * validPerBroken;
}

/** Text of two bytes a character has its zeros nearly all on one side; anything else with zeros is no text. */
function utf16WithoutMark(sample: Uint8Array): TextEncoding | null {
  const zeros: [number, number] = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2 === 0 ? 0 : 1]++;
  });
  const encoding = zeros[1] > zeros[0] ? "utf-16le" : "utf-16be";
  const fewer = Math.min(...zeros);
  if (fewer * 20 > Math.max(...zeros)) return null;
  const even = sample.subarray(0, sample.length - (sample.length % 2));
  const text = new TextDecoder(encoding).decode(even);
  const strange = text.match(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ue000-\uf8ff\ufffd\uffff]/g)?.length ?? 0;
  // The sample may end in half a pair.
  return strange <= 1 + text.length / 100 && /[\n\r\u0020-\u007e]/.test(text) ? encoding : null;
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
    if (isControl) strange++;
  }
  return strange <= sample.length / 50;
}
