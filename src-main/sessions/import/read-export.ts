import { parseBoundedJson } from "../../../src-preload/contract/bounded-json.ts";
import { fail, type Result } from "../../../src-preload/contract/result.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { type ChatProblem, type ImportedChat, mostChatBytes } from "./imported-chat.ts";
import { textIn } from "./json-fields.ts";
import { type ExportText, openExport } from "./open-export.ts";
import { isChatGpt, readChatGpt } from "./read-chatgpt.ts";
import { isClaude, readClaude } from "./read-claude.ts";
import { readSessionLines } from "./read-lines.ts";
import { isPerch, readPerch } from "./read-perch.ts";
import { type Item, ItemSplitter } from "./split-items.ts";

/** A chat of the file, or why there is none in its place; `title`: as far as it is known. */
export interface MetChat {
  readonly title: string;
  readonly read: Result<ImportedChat, ChatProblem>;
}

export interface ReadWatch {
  readonly signal: AbortSignal;
  /** Bytes of the text that were read, of how many. */
  readonly onRead: (read: number, size: number) => void;
}

/**
 * The chats of an export, one after the other, whichever of the three programs it is of: no more than one of them is held.
 * Ends early where the signal says so. A file that is refused, and failures of the disk, are thrown.
 */
export async function* readExport(
  files: Pick<FileSystem, "open">,
  file: { readonly path: string; readonly name: string },
  watch: ReadWatch,
): AsyncGenerator<MetChat> {
  for await (const found of openExport(files, file.path, file.name)) {
    const chunks = watched(found, watch);
    const { first, all } = await peeked(chunks);
    if (isLines(found.name, first)) yield { title: file.name, read: await readSessionLines(all) };
    else yield* itemsOf(all, watch.signal);
    if (watch.signal.aborted) return;
  }
}

async function* watched({ chunks, size }: ExportText, { signal, onRead }: ReadWatch): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of chunks) {
    if (signal.aborted) return;
    read += chunk.length;
    onRead(read, size);
    yield chunk;
  }
}

/** The first chunk, and all of them again. */
async function peeked(chunks: AsyncGenerator<Buffer>) {
  const start = await chunks.next();
  const first = start.done === true ? Buffer.alloc(0) : start.value;
  async function* all(): AsyncGenerator<Buffer> {
    yield first;
    yield* chunks;
  }
  return { first, all: all() };
}

/** A session file says so in its first line; one whose first line is damaged by its name alone. */
function isLines(name: string, first: Buffer): boolean {
  return /\.jsonl$/i.test(name) || /^[\uFEFF\s]*\{\s*"_type"/.test(first.subarray(0, 200).toString("utf8"));
}

async function* itemsOf(chunks: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<MetChat> {
  const splitter = new ItemSplitter(mostChatBytes);
  for await (const chunk of chunks) {
    for (const item of splitter.push(chunk)) {
      if (signal.aborted) return;
      yield chatOf(item);
    }
  }
  const problem = splitter.finish();
  if (problem !== null && !signal.aborted) yield { title: "", read: fail(problem) };
}

function chatOf(item: Item): MetChat {
  if (item.kind === "bad") return { title: "", read: fail(item.problem) };
  const value = parsed(item.bytes);
  if (value === undefined) return { title: "", read: fail("no-json") };
  const title = textIn(value, "title") || textIn(value, "name");
  return { title, read: chatIn(value) };
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseBoundedJson(bytes.toString("utf8"));
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

function chatIn(value: unknown): Result<ImportedChat, ChatProblem> {
  if (isChatGpt(value)) return readChatGpt(value);
  if (isClaude(value)) return readClaude(value);
  return isPerch(value) ? readPerch(value) : fail("no-chat");
}
