import { setImmediate } from "node:timers/promises";
import type { MessageId, SessionKey } from "../../../src-preload/contract/ids.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import type { FileSystem } from "../file-system.ts";
import { type FileLine, type ReadableHandle, readLinesForward, readRange } from "../read-tail.ts";
import { walkBranch } from "../session-file/branch-reader.ts";
import { readWholeSession } from "../session-file/load-session.ts";
import { type ParsedLine, recordsOf } from "../session-file/parse-line.ts";
import { plainWords } from "../session-file/plain-words.ts";
import { toleratedMs } from "../session-file/session-summary.ts";
import type { KnownChat, MessageTable, SaidMessage } from "./message-table.ts";

/*
 * Brings what the index has of one chat in step with its file. A file that only grew along its active branch is read from where
 * it ended; any other one whole, and what differs is written. In slices, so that questions are answered in between.
 */

export interface FollowOptions {
  readonly table: MessageTable;
  readonly files: Pick<FileSystem, "open">;
  /** Ms since 1970. */
  readonly now: () => number;
  readonly isStopped: () => boolean;
}

interface ChatPlace {
  readonly key: SessionKey;
  readonly path: string;
}

interface ReadFile {
  readonly handle: ReadableHandle;
  readonly size: number;
  readonly mtimeMs: number;
}

const linesPerSlice = 64;
const bytesPerSlice = 64 * 1024;
const chunkBytes = 64 * 1024;
const idsPerSlice = 2000;
/** Bytes that tell whether a file still begins as it did when it was read. */
const endingBytes = 128;
/** Of a message that is longer the beginning alone is freed of its markup. */
const mostLetters = 400_000;

export async function followChat(place: ChatPlace, options: FollowOptions): Promise<void> {
  const { table, files, isStopped } = options;
  await using handle = await files.open(place.path, "r");
  const { size, mtimeMs } = await handle.stat();
  const file = { handle, size, mtimeMs };
  if (isStopped()) return;
  const known = table.chat(place.key);
  if (known !== null && known.size === size && known.mtimeMs === mtimeMs) return;
  if (known !== null && (await onlyGrew(file, known)) && (await followTail(file, known, options))) return;
  if (!isStopped()) await readWhole(place, file, options);
}

async function onlyGrew({ handle, size }: ReadFile, { size: before, readTo, ending }: KnownChat): Promise<boolean> {
  return before >= 0 && size > before && (await endingAt(handle, readTo)) === ending;
}

async function endingAt(handle: ReadableHandle, offset: number): Promise<string> {
  const from = Math.max(0, offset - endingBytes);
  return (await readRange(handle, from, offset - from)).toString("base64");
}

/** False when the active branch is another one than before: nothing of the rest was taken then. */
async function followTail(file: ReadFile, known: KnownChat, options: FollowOptions): Promise<boolean> {
  let { tip } = known;
  let isOther = false;
  let said: SaidMessage[] = [];
  const take = createReader(file, options.now);
  const visit = (parsed: ParsedLine): void => {
    if (leavesBranch(parsed, tip)) isOther = true;
    if (isOther || parsed.kind !== "message") return;
    tip = parsed.message.id;
    said.push(...take(parsed.message));
  };
  const { table } = options;
  const readTo = await readSlices(file, { from: known.readTo, options, visit }, () => {
    table.take(known.number, said, true);
    said = [];
    return !isOther;
  });
  if (isOther) return false;
  if (options.isStopped()) return true;
  const { size, mtimeMs } = file;
  const ending = await endingAt(file.handle, readTo);
  if (!options.isStopped()) table.keep(known.number, { size, mtimeMs, readTo, ending, tip });
  return true;
}

function leavesBranch(parsed: ParsedLine, tip: MessageId | null): boolean {
  if (parsed.kind === "damaged") return true;
  if (parsed.kind === "message") return !parsed.parentKnown || parsed.message.parentId !== tip;
  if (parsed.kind !== "marker") return false;
  const { marker } = parsed;
  if (marker._type === "head") return marker.messageId !== tip;
  return marker._type === "checkpoint" && marker.head !== tip;
}

async function readWhole({ key }: ChatPlace, file: ReadFile, options: FollowOptions): Promise<void> {
  const { table, isStopped } = options;
  // What is wrong with the file is told by those who open it.
  const { state, index } = await readWholeSession(file, { key, window: 1, log: () => undefined });
  if (isStopped()) return;
  const active = new Set([...walkBranch(index, state.head)].map(({ id }) => id));
  const chat = table.begin(key);
  const left = new Set(table.ids(chat));
  const before = [...left];
  const seen = new Set<MessageId>();
  let said: SaidMessage[] = [];
  const take = createReader(file, options.now);
  const visit = (parsed: ParsedLine): void => {
    // The first of two with one id counts.
    if (parsed.kind !== "message" || seen.has(parsed.message.id)) return;
    seen.add(parsed.message.id);
    for (const message of take(parsed.message)) {
      left.delete(message.id);
      said.push(message);
    }
  };
  const readTo = await readSlices(file, { from: 0, options, visit }, () => {
    for (const isActive of [true, false]) {
      table.take(
        chat,
        said.filter(({ id }) => active.has(id) === isActive),
        isActive,
      );
    }
    said = [];
    return true;
  });
  const isOn = (id: string): boolean => active.has(id as MessageId);
  await inSlices([...left], options, (ids) => table.drop(chat, ids));
  await inSlices(before, options, (ids) => {
    table.setActive(chat, ids.filter(isOn), true);
    table.setActive(
      chat,
      ids.filter((id) => !isOn(id)),
      false,
    );
  });
  const ending = await endingAt(file.handle, readTo);
  if (!isStopped()) table.keep(chat, { size: file.size, mtimeMs: file.mtimeMs, readTo, ending, tip: state.head });
}

async function inSlices(ids: readonly string[], options: FollowOptions, write: (ids: readonly string[]) => void) {
  for (let at = 0; at < ids.length && !options.isStopped(); at += idsPerSlice) {
    write(ids.slice(at, at + idsPerSlice));
    await setImmediate();
  }
}

interface Slices {
  readonly from: number;
  readonly options: Pick<FollowOptions, "isStopped">;
  readonly visit: (parsed: ParsedLine) => void;
}

/** Hands over the records of a file, and after each slice asks whether to go on. Resolves with the end of the last whole line. */
async function readSlices(file: ReadFile, { from, options, visit }: Slices, after: () => boolean): Promise<number> {
  let readTo = from;
  let isUnended = false;
  while (readTo < file.size && !isUnended && !options.isStopped()) {
    const start = readTo;
    let lines = 0;
    const visitLine = (line: FileLine): boolean => {
      lines += 1;
      for (const { parsed } of recordsOf(line)) visit(parsed);
      isUnended = !line.ended;
      if (line.ended) readTo = line.offset + line.length + 1;
      return lines < linesPerSlice && readTo - start < bytesPerSlice;
    };
    await readLinesForward(file.handle, { start, end: file.size, chunkBytes }, visitLine);
    if (options.isStopped() || !after()) break;
    if (lines === 0) break;
    await setImmediate();
  }
  return readTo;
}

/** What is found of a message, in the order of the file: of a date that cannot be, the one before counts. */
function createReader({ mtimeMs }: ReadFile, now: () => number): (message: Message) => readonly SaidMessage[] {
  let last: number | null = null;
  return (message) => {
    const { id, role, content, timestamp } = message;
    const at = Date.parse(timestamp);
    const isSound = at >= 0 && at <= now() + toleratedMs;
    const date: number = isSound ? at : (last ?? Math.round(mtimeMs));
    last = date;
    if (message.hidden === true || (role !== "user" && role !== "assistant")) return [];
    const text = plainWords(content.slice(0, mostLetters));
    return text === "" ? [] : [{ id, role, date, text }];
  };
}
