import { isWholeObject, splitGlued } from "./glued-records.ts";
import type { FileLine, ReadableHandle } from "./read-tail.ts";
import { readLinesForward, readRange } from "./read-tail.ts";

/*
 * A log whose file is no longer what was written: it was replaced, deleted, cut or written to by another program. What was
 * acknowledged and is not in the file that is there now is written again, in its order.
 */

export interface LogBytes {
  readonly handle: ReadableHandle;
  readonly size: number;
}

export interface MendSources {
  /** What lies at the path now, with a whole last line. */
  readonly present: LogBytes;
  /** The file that was written, where it is still held open and is another one. */
  readonly old: LogBytes | null;
  /** Lines that are still in memory, oldest first. */
  readonly remembered: readonly string[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const chunkBytes = 1024 * 1024;

/** What tells a record from another: the id of a message, the text of anything else, such as of a torn message. */
function keyOf(record: string, isWhole: boolean): string {
  const id = isWhole ? /^[\s\uFEFF]*\{"id":"([^"\\]{1,100})"/.exec(record)?.[1] : undefined;
  return id === undefined ? record.trim() : `id ${id}`;
}

interface Keyed {
  readonly key: string;
  readonly isWhole: boolean;
}

function recordsOf({ text, length, offset }: FileLine): readonly Keyed[] {
  if (text === null) return [{ key: `${length} at ${offset}`, isWhole: false }];
  if (text.trim() === "") return [];
  if (isWholeObject(text)) return [{ key: keyOf(text, true), isWhole: true }];
  return splitGlued(text).map((record) => {
    const isWhole = isWholeObject(record);
    return { key: keyOf(record, isWhole), isWhole };
  });
}

/** How often each record is there; a record with an id counts once, others may be there twice. */
class Records {
  readonly #counts = new Map<string, number>();

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Answers which of a run of records are not here, and takes those in. */
  missing(): (key: string) => boolean {
    const met = new Map<string, number>();
    return (key) => {
      const count = key.startsWith("id ") ? 1 : (met.get(key) ?? 0) + 1;
      met.set(key, count);
      if ((this.#counts.get(key) ?? 0) >= count) return false;
      this.add(key);
      return true;
    };
  }
}

async function recordsIn(bytes: LogBytes): Promise<Records> {
  const records = new Records();
  await readLinesForward(bytes.handle, { end: bytes.size }, (line) => {
    // One that was cut counts as not there.
    for (const { key, isWhole } of recordsOf(line)) if (isWhole) records.add(key);
    return true;
  });
  return records;
}

/** The lines of the old file with a record that is missing, neighbours as one. */
async function missingRanges(old: LogBytes, present: Records): Promise<{ ranges: readonly Range[]; lines: number }> {
  const ranges: Range[] = [];
  const isMissing = present.missing();
  let lines = 0;
  await readLinesForward(old.handle, { end: old.size }, (line) => {
    const lacking = recordsOf(line).map(({ key }) => isMissing(key));
    if (!lacking.includes(true)) return true;
    lines += 1;
    const end = line.offset + line.length + (line.ended ? 1 : 0);
    const last = ranges.at(-1);
    if (last?.end === line.offset) ranges[ranges.length - 1] = { start: last.start, end };
    else ranges.push({ start: line.offset, end });
    return true;
  });
  return { ranges, lines };
}

/** Writes what is missing; resolves with the number of lines that it was. */
export async function writeMissing(
  { present, old, remembered }: MendSources,
  write: (bytes: Buffer) => Promise<void>,
): Promise<number> {
  const records = await recordsIn(present);
  let written = 0;
  if (old !== null) {
    const { ranges, lines } = await missingRanges(old, records);
    written += lines;
    for (const { start, end } of ranges) {
      for (let at = start; at < end; at += chunkBytes) {
        await write(await readRange(old.handle, at, Math.min(chunkBytes, end - at)));
      }
    }
  }
  const isMissing = records.missing();
  const lines = remembered.filter((line) => isMissing(keyOf(line, true)));
  if (lines.length > 0) await write(Buffer.from(lines.map((line) => `${line}\n`).join("")));
  return written + lines.length;
}
