import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { FileSystem } from "../storage/file-system.ts";
import { ShortWriteError } from "../storage/storage-error.ts";

const writeBytes = 256 * 1024;

/** What an entry is made of, as `open` gives it when its turn comes. */
interface ZipSource {
  readonly open: () => Readable;
  readonly changedAt: Date;
  /** Its owner may run it. */
  readonly isProgram: boolean;
  /** Of more than 4 GB. */
  readonly isLarge: boolean;
  readonly onChunk: (chunk: Buffer) => void;
}

/** Puts entries into a zip, one after the other: each waits for the one before it. */
export interface ZipWriter {
  addText(name: string, content: string): void;
  /** Resolves once its bytes were read. */
  addFile(name: string, source: ZipSource): Promise<void>;
}

interface ZipTarget {
  readonly files: Pick<FileSystem, "open">;
  /** Must not be there. 0600. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/**
 * Writes a zip to the disk while `fill` adds to it; what `fill` answers is its comment (ASCII). Nothing of it is held in
 * memory but a few chunks. Throws what the disk throws; what was written by then is the caller's to remove.
 */
export async function writeZip(
  { files, path, signal }: ZipTarget,
  fill: (zip: ZipWriter) => Promise<string>,
): Promise<void> {
  await using handle = await files.open(path, "wx", 0o600);
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  const giveUp = (cause: unknown): void =>
    void output.destroy(cause instanceof Error ? cause : new Error(String(cause)));
  // Its own stream is not told of what goes wrong within it.
  zip.on("error", giveUp);

  /** Heads of entries are small and many: they go to the disk together. */
  async function drain(): Promise<void> {
    let chunks: Buffer[] = [];
    let length = 0;
    const flush = async (): Promise<void> => {
      const bytes = Buffer.concat(chunks, length);
      chunks = [];
      length = 0;
      const { bytesWritten } = await handle.write(bytes);
      if (bytesWritten !== bytes.length) throw new ShortWriteError("short write");
    };
    for await (const chunk of output) {
      signal.throwIfAborted();
      chunks.push(chunk);
      length += chunk.length;
      if (length >= writeBytes) await flush();
    }
    await flush();
  }

  async function add(): Promise<void> {
    const comment = await fill(writerOf(zip, output, signal));
    zip.end({ comment, forceZip64Format: false });
  }

  /** One that fails ends the other. */
  async function orEnd(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (cause) {
      giveUp(cause);
      throw cause;
    }
  }
  const [drained, added] = await Promise.allSettled([orEnd(drain()), orEnd(add())]);
  // What ended the adding comes out of the stream as well; what ended the writing is told by the writing alone.
  if (drained.status === "rejected") throw drained.reason;
  if (added.status === "rejected") throw added.reason;
  await handle.sync();
}

function writerOf(zip: ZipFile, output: PassThrough, signal: AbortSignal): ZipWriter {
  return {
    addText(name, content) {
      signal.throwIfAborted();
      zip.addBuffer(Buffer.from(content, "utf8"), name, { mode });
    },
    async addFile(name, { open, isProgram, isLarge, changedAt, onChunk }) {
      signal.throwIfAborted();
      let stream: Readable | null = null;
      const options = { mtime: changedAt, mode: isProgram ? programMode : mode, forceZip64Format: isLarge };
      const read = new Promise<void>((resolve, reject) => {
        zip.addReadStreamLazy(name, options, (take) => {
          stream = open();
          stream.on("data", onChunk);
          stream.once("end", resolve);
          stream.once("error", reject);
          take(null, stream);
        });
      });
      const over = new AbortController();
      const closed = once(output, "close", { signal: over.signal });
      const gone = closed.then(() => Promise.reject(new Error("the zip was given up")));
      gone.catch(() => undefined);
      try {
        await Promise.race([read, gone]);
      } finally {
        over.abort();
        (stream as Readable | null)?.destroy();
      }
    },
  };
}

/** A plain file that its owner alone reads. */
const mode = 0o100600;
const programMode = 0o100700;
