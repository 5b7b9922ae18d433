import { contractError } from "../../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import type { Clock } from "../../host.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { storageError } from "../../storage/storage-error.ts";
import { reasonOf, systemCodeOf } from "../../thrown.ts";
import { text } from "../../words.ts";
import { type BrokenList, createBrokenList } from "./broken-list.ts";
import { type ChatRecords, recordsOf } from "./chat-records.ts";
import type { ImportFiles } from "./import-file.ts";
import { ExportRefused } from "./open-export.ts";
import { readExport } from "./read-export.ts";

/** A file that was handed over, and what it is called. */
export interface NamedImport {
  readonly importId: string;
  readonly name: string;
}

export interface ImportProgress {
  readonly importId: string;
  readonly read: number;
  readonly size: number;
  readonly chats: number;
}

export interface ImportWalkParts {
  readonly files: Pick<FileSystem, "open">;
  readonly clock: Pick<Clock, "now">;
  readonly held: Pick<ImportFiles, "pathOf" | "drop">;
  /** What stops the reading of a file, as long as it is on. */
  readonly working: Map<string, AbortController>;
  readonly onProgress: (progress: ImportProgress) => void;
}

export interface Walked {
  readonly broken: BrokenList;
  readonly isStopped: boolean;
}

/** Is handed each chat of the file; what of it cannot be taken goes to `broken`. A failure ends the walk. */
type OnChat = (chat: ChatRecords, broken: BrokenList) => AsyncResult<void>;

/** So many bytes are read before it is told again how far it is. */
const tellEvery = 1024 * 1024;

/** Reads a file that was handed over, chat by chat. One that is stopped is dropped. */
export function createImportWalk({ files, clock, held, working, onProgress }: ImportWalkParts) {
  async function walkChats(file: NamedImport, path: string, signal: AbortSignal, onChat: OnChat): AsyncResult<Walked> {
    const { importId, name } = file;
    const broken = createBrokenList();
    let chats = 0;
    let told = 0;
    const onRead = (read: number, size: number): void => {
      if (read - told < tellEvery && read >= told && read < size) return;
      told = read;
      onProgress({ importId, read, size, chats });
    };
    for await (const met of readExport(files, { path, name }, { signal, onRead })) {
      chats += 1;
      const done = met.read.ok ? await onChat(recordsOf(met.read.value, clock.now()), broken) : ok(undefined);
      if (!met.read.ok) broken.addProblem(met.title, met.read.error);
      if (!done.ok) return done;
      if (signal.aborted) break;
    }
    return ok({ broken, isStopped: signal.aborted });
  }

  return async (file: NamedImport, onChat: OnChat): AsyncResult<Walked> => {
    const path = await held.pathOf(file.importId);
    if (!path.ok) return path;
    const stop = new AbortController();
    working.set(file.importId, stop);
    try {
      return await walkChats(file, path.value, stop.signal, onChat);
    } catch (cause) {
      return fail(refusalOf(cause, path.value));
    } finally {
      working.delete(file.importId);
      if (stop.signal.aborted) await held.drop(file.importId);
    }
  };
}

function refusalOf(cause: unknown, path: string) {
  if (cause instanceof ExportRefused) {
    const keys = { locked: "import.zip.locked", large: "import.zip.large", none: "import.zip.none" } as const;
    return contractError("invalid-input", text(keys[cause.problem]));
  }
  // The system's codes are bare words; what the library says of a zip has others, or none.
  if (/^E(?!RR_)[A-Z0-9]+$/.test(systemCodeOf(cause) ?? "")) return storageError(cause, path);
  return contractError("invalid-input", text("import.zip.broken", { reason: reasonOf(cause).slice(0, 200) }));
}
