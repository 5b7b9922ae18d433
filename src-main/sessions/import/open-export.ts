import { openPromise, type ZipFile } from "yauzl";
import type { FileSystem } from "../../storage/file-system.ts";
import { kindOfEntry } from "../../storage/zip-entry.ts";

/** Bytes of conversations that may come out of a zip. */
const mostUnpacked = 1024 * 1024 * 1024;
const mostEntries = 100_000;
const chunkBytes = 256 * 1024;

/** One text of an export, in chunks. */
export interface ExportText {
  readonly name: string;
  readonly size: number;
  readonly chunks: AsyncIterable<Buffer>;
}

/** Thrown by a file that is refused whole; `problem` names the sentence. */
export class ExportRefused extends Error {
  readonly problem: "locked" | "large" | "none";

  constructor(problem: ExportRefused["problem"]) {
    super(problem);
    this.problem = problem;
  }
}

/** The texts with conversations that are in a file: itself, or those of the zip that it is. Failures of the disk are thrown. */
export async function* openExport(
  files: Pick<FileSystem, "open">,
  path: string,
  name: string,
): AsyncGenerator<ExportText> {
  await using handle = await files.open(path, "r");
  const { size } = await handle.stat();
  const start = Buffer.alloc(4);
  await handle.read(start, 0, start.length, 0);
  if (start.toString("latin1") === "PK\u0003\u0004") {
    yield* conversationsOf(path);
    return;
  }
  const chunks = handle.createReadStream({ start: 0, autoClose: false, highWaterMark: chunkBytes });
  yield { name, size, chunks: buffers(chunks) };
}

/** ChatGPT and Claude both put them into `conversations.json`; a large export has several, with numbers. */
const conversations = /(?:^|\/)conversations(?:[-_]\d{1,4})?\.json$/i;

async function* conversationsOf(path: string): AsyncGenerator<ExportText> {
  const zip = await openPromise(path, { validateEntrySizes: true, strictFileNames: true, autoClose: false });
  try {
    yield* textsOf(zip);
  } finally {
    zip.close();
  }
}

async function* textsOf(zip: ZipFile): AsyncGenerator<ExportText> {
  if (zip.entryCount > mostEntries) throw new ExportRefused("large");
  let unpacked = 0;
  let found = 0;
  for await (const entry of zip.eachEntry()) {
    if (!conversations.test(entry.fileName)) continue;
    const kind = kindOfEntry(entry);
    if (kind === "locked") throw new ExportRefused("locked");
    if (kind !== "file") continue;
    // The library ends a read of an entry that comes to more than it tells of.
    unpacked += entry.uncompressedSize;
    if (unpacked > mostUnpacked) throw new ExportRefused("large");
    found += 1;
    const stream = await zip.openReadStreamPromise(entry);
    yield { name: entry.fileName, size: entry.uncompressedSize, chunks: buffers(stream) };
  }
  if (found === 0) throw new ExportRefused("none");
}

async function* buffers(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a file gave no bytes");
    yield chunk;
  }
}
