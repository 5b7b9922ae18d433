import { crc32, deflateRawSync } from "node:zlib";

/** A zip by hand, so that a test can say of each entry what no honest program would. */
export interface ZipEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** Mode of Unix with the type of file; a regular file unless told. */
  readonly mode?: number;
  readonly isStored?: boolean;
  /** The size that the entry tells of, in place of its own. */
  readonly toldSize?: number;
  readonly isEncrypted?: boolean;
  /** Its bytes are those of the first entry. */
  readonly sharesFirst?: boolean;
}

export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const plain = Buffer.from(entry.content ?? "");
    const stored = entry.isStored === true ? plain : deflateRawSync(plain, { level: 9 });
    const facts = factsOf(entry, plain, stored.length);
    const name = Buffer.from(entry.name, "utf8");
    const at = entry.sharesFirst === true ? 0 : offset;
    centrals.push(central(entry, facts, { name, at }));
    if (entry.sharesFirst === true) continue;
    const local = Buffer.concat([
      Buffer.from("504b0304", "hex"),
      facts,
      number(name.length, 2),
      number(0, 2),
      name,
      stored,
    ]);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const count = number(entries.length, 2);
  const end = [
    Buffer.from("504b0506", "hex"),
    number(0, 4),
    count,
    count,
    number(directory.length, 4),
    number(offset, 4),
  ];
  return Buffer.concat([...locals, directory, ...end, number(0, 2)]);
}

/** From the version on up to the sizes: alike in both headers. */
function factsOf({ isStored, toldSize, isEncrypted }: ZipEntry, plain: Buffer, packed: number): Buffer {
  const flags = 0x800 | (isEncrypted === true ? 1 : 0);
  const sizes = [number(packed, 4), number(toldSize ?? plain.length, 4)];
  const method = number(isStored === true ? 0 : 8, 2);
  return Buffer.concat([number(20, 2), number(flags, 2), method, number(0, 4), number(crc32(plain), 4), ...sizes]);
}

function central(
  { mode = 0o100644 }: ZipEntry,
  facts: Buffer,
  { name, at }: { readonly name: Buffer; readonly at: number },
) {
  const made = number((3 << 8) | 20, 2);
  const lengths = [number(name.length, 2), number(0, 8)];
  return Buffer.concat([
    Buffer.from("504b0102", "hex"),
    made,
    facts,
    ...lengths,
    number((mode << 16) >>> 0, 4),
    number(at, 4),
    name,
  ]);
}

/** Little end first. */
function number(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  for (let at = 0; at < Math.min(4, bytes); at += 1) buffer[at] = (value >>> (8 * at)) & 0xff;
  return buffer;
}
