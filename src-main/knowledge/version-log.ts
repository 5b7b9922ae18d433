import { dirname } from "node:path";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { versionAuthorSchema } from "../../src-preload/contract/knowledge.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Clock, Log } from "../host.ts";
import { type AppendLog, openAppendLog } from "../storage/append-log.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { readLinesForward } from "../storage/read-tail.ts";
import { isMissing } from "../thrown.ts";

export interface VersionLogOptions {
  readonly path: string;
  readonly backups: string;
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
  readonly platform: NodeJS.Platform;
}

const lineSchema = z.object({
  path: z.string(),
  time: z.number(),
  version: z.string().nullable(),
  bytes: z.number(),
  author: versionAuthorSchema,
});
/** One version of one file. */
export type VersionLine = z.infer<typeof lineSchema>;

/** Which versions there are, a line each. Everything of it throws what the disk says. */
export interface VersionLog {
  /** Oldest first; a line that cannot be read costs no other one. */
  read(): Promise<readonly VersionLine[]>;
  add(line: VersionLine): Promise<void>;
  /** Leaves these lines alone. */
  replace(lines: readonly VersionLine[]): Promise<void>;
  release(): Promise<void>;
}

const maxLineBytes = 64 * 1024;

export function createVersionLog(options: VersionLogOptions): VersionLog {
  const { path, files } = options;
  let open: AppendLog | null = null;

  async function release(): Promise<void> {
    await open?.release();
    open = null;
  }

  return {
    async read() {
      const lines: VersionLine[] = [];
      try {
        await using handle = await files.open(path, "r");
        const { size } = await handle.stat();
        await readLinesForward(handle, { end: size, maxLineBytes }, ({ text }) => {
          const line = parseLine(text);
          if (line !== null) lines.push(line);
          return true;
        });
      } catch (cause) {
        if (!isMissing(cause)) throw cause;
      }
      return lines;
    },
    async add(line) {
      open ??= openAppendLog(options);
      const written = await open.append([JSON.stringify(line)]);
      if (!written.ok) throw new Error(written.error.message, { cause: written.error });
    },
    async replace(lines) {
      await release();
      await files.mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      const written = await writeFileAtomic(path, text, { files, mode: 0o600 });
      if (!written.ok) throw new Error(written.error.message, { cause: written.error });
    },
    release,
  };
}

function parseLine(text: string | null): VersionLine | null {
  try {
    const parsed = lineSchema.safeParse(parseBoundedJson(text ?? ""));
    return parsed.success ? parsed.data : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
