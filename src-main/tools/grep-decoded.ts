import { isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import type { PathGuard } from "../policy/open-in-roots.ts";
import { childOf, type GrepSearch, lineFlags, placeFlags } from "./grep-search.ts";
import { languageOf } from "./language.ts";
import type { FoundLine } from "./match-list.ts";
import { runRipgrep } from "./ripgrep.ts";
import { decodeText, detectEncoding } from "./text-encoding.ts";
import type { ToolContext } from "./tool.ts";

/*
 * ripgrep reads UTF-8, and UTF-16 with a byte order mark. Other text is found by what its bytes look like, read as
 * `read_file` reads it, and handed to ripgrep as one text through its input.
 */

export interface DecodedSearch {
  /** Files that were searched this way: what ripgrep alone says of them is wrong. */
  readonly files: ReadonlySet<string>;
  readonly lines: readonly FoundLine[];
  /** More matches than asked for. */
  readonly isCut: boolean;
  /** Not all files of this kind were searched. */
  readonly isPartial: boolean;
}

const maxCandidates = 1000;
const maxFiles = 100;
const maxBytes = 10_000_000;
const headBytes = 8192;
const patienceMs = 2000;

/** Bytes that are no UTF-8: a start without what must follow it, what follows without its start, what never occurs. */
const notUtf8 = String.raw`(?-u)[\xC0\xC1\xF5-\xFF]|[\xC2-\xDF](?:[^\x80-\xBF]|$|[\x80-\xBF]{2})|[\xE0-\xEF](?:[^\x80-\xBF]|$|[\x80-\xBF](?:[^\x80-\xBF]|$|[\x80-\xBF]{2}))|[\xF0-\xF4](?:[^\x80-\xBF]|$|[\x80-\xBF](?:[^\x80-\xBF]|$|[\x80-\xBF](?:[^\x80-\xBF]|$|[\x80-\xBF]{2})))|(?:^|[\x01-\x7F])[\x80-\xBF]`;
/**
 * Text of two bytes a character: three of ASCII in a row, a short word of an alphabet (Greek to Arabic) before a space, or
 * CR LF; in both orders.
 */
const twoBytes = String.raw`(?-u)(?:[\x09\x0D\x20-\x7E]\x00){3}|(?:\x00[\x09\x0D\x20-\x7E]){3}|(?:[\x10-\xFF][\x03-\x06]){3}[\x20-\x2E]\x00|(?:[\x03-\x06][\x10-\xFF]){3}\x00[\x20-\x2E]|\x0D\x00$`;

/** Searches the files that ripgrep cannot read by itself. */
export async function searchDecoded(
  search: GrepSearch,
  maxMatches: number,
  paths: PathGuard,
  context: ToolContext,
): Promise<DecodedSearch> {
  const candidates = await findCandidates(search, context);
  const reader = createTextReader(search, candidates.files, paths, context);
  const texts = reader.texts();
  const lines: FoundLine[] = [];
  let matches = 0;
  // Most often there is none, and no search is needed.
  const first = await texts.next();
  if (first.done === true) return { files: new Set(), lines, isCut: false, isPartial: candidates.isPartial };
  const run = await runRipgrep(
    search.folder,
    ["--text", "--no-filename", ...lineFlags(search.arguments_)],
    (line) => {
      const found = reader.lineOf(line);
      if (found === null) return true;
      if (found.isMatch && ++matches > maxMatches) return false;
      lines.push(found);
      return true;
    },
    { ...context, timeoutMs: patienceMs, input: startingWith(first.value, texts) },
  );
  // What stands around a match at a file's end is another file's.
  const own = linesNearMatches(lines, search.arguments_.context ?? 0);
  const isPartial = candidates.isPartial || reader.isPartial() || run.end.kind === "timed-out";
  return { files: reader.files(), lines: own, isCut: run.isCut, isPartial };
}

function linesNearMatches(lines: readonly FoundLine[], distance: number): readonly FoundLine[] {
  const key = (file: string, number: number): string => `${number} ${file}`;
  const matches = new Set(lines.filter(({ isMatch }) => isMatch).map(({ file, number }) => key(file, number)));
  const offsets = Array.from({ length: 2 * distance + 1 }, (_, index) => index - distance);
  return lines.filter(({ file, number }) => offsets.some((offset) => matches.has(key(file, number + offset))));
}

interface Candidates {
  readonly files: readonly string[];
  readonly isPartial: boolean;
}

async function findCandidates(search: GrepSearch, context: ToolContext): Promise<Candidates> {
  const { only, folder, filter } = search;
  if (only !== null) return { files: [context.platform === "win32" ? `.\\${only}` : `./${only}`], isPartial: false };
  const files = new Set<string>();
  const look = (flags: readonly string[]) =>
    runRipgrep(
      folder,
      ["--files-with-matches", "--encoding=none", `--max-filesize=${maxBytes}`, ...flags, ...placeFlags(search)],
      (file) => {
        if (filter.admits(file)) files.add(file);
        return files.size < maxCandidates;
      },
      { ...context, timeoutMs: patienceMs },
    );
  const runs = await Promise.all([look([`--regexp=${notUtf8}`]), look(["--text", `--regexp=${twoBytes}`])]);
  return { files: [...files], isPartial: runs.some(({ end, isCut }) => isCut || end.kind === "timed-out") };
}

interface TextReader {
  /** The files one after another, as one text. */
  texts(): AsyncGenerator<Buffer, void>;
  /** What ripgrep says of that text; null for what is in no file. */
  lineOf(line: string): FoundLine | null;
  files(): ReadonlySet<string>;
  isPartial(): boolean;
}

/** Lines of the whole text that are a file's; the first is 1. */
interface Stretch {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

function createTextReader(
  { folder }: GrepSearch,
  candidates: readonly string[],
  paths: PathGuard,
  context: ToolContext,
): TextReader {
  const stretches: Stretch[] = [];
  let isPartial = false;
  return {
    async *texts() {
      let line = 1;
      for (const file of candidates) {
        isPartial = stretches.length >= maxFiles;
        if (isPartial) return;
        const text = await decodedText(childOf(folder, file.replace(/^\.[\\/]/, ""), context), paths, context);
        if (text === null || text === "") continue;
        const whole = text.endsWith("\n") ? text : `${text}\n`;
        const end = line + whole.split("\n").length - 2;
        stretches.push({ file, start: line, end });
        line = end + 1;
        yield Buffer.from(whole);
      }
    },
    lineOf(line) {
      const [, number, sign, text] = /^(\d+)([:-])(.*)$/s.exec(line) ?? [];
      const at = Number(number);
      const stretch = stretches.find(({ start, end }) => at >= start && at <= end);
      if (stretch === undefined || text === undefined) return null;
      return { file: stretch.file, number: at - stretch.start + 1, isMatch: sign === ":", text };
    },
    files: () => new Set(stretches.map(({ file }) => file)),
    isPartial: () => isPartial,
  };
}

/** The text of a file that ripgrep cannot read by itself; null for every other one. */
async function decodedText(path: string, paths: PathGuard, context: ToolContext): Promise<string | null> {
  context.signal.throwIfAborted();
  const opened = await paths.open(path, "read", context);
  if (!opened.ok) return null;
  const { handle } = opened.value;
  try {
    return await readDecoded(handle, () => languageOf(context.childEnv));
  } catch (error) {
    context.log("debug", "a file that is not in UTF-8 could not be searched", { path, error });
    return null;
  } finally {
    await handle.close();
  }
}

async function readDecoded(handle: FileHandle, languageOfPerson: () => string | null): Promise<string | null> {
  const stats = await handle.stat();
  if (!stats.isFile() || stats.size > maxBytes) return null;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const likely = await detectEncoding(buffer.subarray(0, bytesRead), bytesRead === stats.size, languageOfPerson);
  if (likely === null || /^utf-16.*-bom$/.test(likely)) return null;
  const bytes = await handle.readFile();
  if (!likely.startsWith("utf-16") && isUtf8(bytes)) return null;
  const encoding = await detectEncoding(bytes, true, languageOfPerson);
  return encoding === null ? null : decodeText(bytes, encoding);
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield first;
  yield* rest;
}
