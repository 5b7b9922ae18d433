import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { type LegacyEncoding, singleByteEncodings } from "./encoding-names.ts";

/*
 * From characters to bytes of encodings from before Unicode. The platform only reads these; so the way back is the way there
 * turned round, and what was read can always be written.
 */

type Table = ReadonlyMap<string, Buffer>;

const tables = new Map<LegacyEncoding, Table>();
let longTable: Table | null = null;

/** The bytes of a text; fails with the character that the encoding does not have. */
export function legacyBytesOf(text: string, encoding: LegacyEncoding): Result<Buffer, string> {
  const table = tableOf(encoding);
  const parts: Buffer[] = [];
  for (const character of text) {
    const bytes = table.get(character) ?? (encoding === "gb18030" ? longBytesOf(character) : undefined);
    if (bytes === undefined) return fail(`the file is ${encoding}, which has no ${JSON.stringify(character)}`);
    parts.push(bytes);
  }
  return ok(Buffer.concat(parts));
}

function tableOf(encoding: LegacyEncoding): Table {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const isSingle = singleByteEncodings.some((name) => name === encoding);
  const table = invert(encoding, isSingle ? oneByte() : shortSequences());
  tables.set(encoding, table);
  return table;
}

/** Of two ways to write a character the first one stands: it has the shorter or the lower code. */
function invert(encoding: LegacyEncoding, sequences: Iterable<readonly number[]>): Table {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const table = new Map<string, Buffer>();
  for (const sequence of sequences) {
    const bytes = Buffer.from(sequence);
    const character = decoded(bytes, decoder);
    if (character !== null && !table.has(character)) table.set(character, bytes);
  }
  return table;
}

/** The one character that the bytes are; null for what is none, and for more. */
function decoded(bytes: Buffer, decoder: InstanceType<typeof TextDecoder>): string | null {
  try {
    const text = decoder.decode(bytes);
    return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff) ? text : null;
  } catch (cause) {
    if (cause instanceof TypeError) return null;
    throw cause;
  }
}

function* oneByte(): Generator<readonly number[]> {
  for (let byte = 0; byte < 0x100; byte++) yield [byte];
}

/** One, two and (EUC-JP alone) three bytes. */
function* shortSequences(): Generator<readonly number[]> {
  yield* oneByte();
  for (let first = 0x81; first < 0xff; first++) {
    for (let second = 0x40; second < 0xff; second++) yield [first, second];
  }
  for (let second = 0xa1; second < 0xff; second++) {
    for (let third = 0xa1; third < 0xff; third++) yield [0x8f, second, third];
  }
}

const firstLongPlane = 0x10000;
/** Where the sequences of four bytes for characters beyond the first plane begin (GB 18030: 0x90308130). */
const longStart = 189_000;

function longBytesOf(character: string): Buffer | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code >= firstLongPlane) return fourBytes(code - firstLongPlane + longStart);
  longTable ??= invert("gb18030", fourByteSequences());
  return longTable.get(character);
}

/** Those of the first plane. */
function* fourByteSequences(): Generator<readonly number[]> {
  for (let pointer = 0; pointer < 39_420; pointer++) yield [...fourBytes(pointer)];
}

function fourBytes(pointer: number): Buffer {
  const fourth = 0x30 + (pointer % 10);
  const third = 0x81 + (Math.floor(pointer / 10) % 126);
  const second = 0x30 + (Math.floor(pointer / 1260) % 10);
  return Buffer.from([0x81 + Math.floor(pointer / 12_600), second, third, fourth]);
}
