import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { SessionRecord } from "../../src-preload/contract/records.ts";
import type { Host } from "../host.ts";
import type { AppendLog } from "../storage/append-log.ts";
import type { FileChange, FileIdentity, LogOwner } from "../storage/file-change.ts";
import type { FileSystem } from "../storage/file-system.ts";
import type { LoadedSession } from "../storage/session-file/load-session.ts";

export type CleanRecords = (records: readonly SessionRecord[]) => readonly SessionRecord[];

/** `Live`: the session that is made with them. */
export interface SessionOptions<Live> {
  readonly key: SessionKey;
  readonly path: string;
  readonly host: Pick<Host, "now" | "log">;
  readonly files: FileSystem;
  /** The log of its file as that was read, which asks it where another program changed that. */
  readonly openLog: (owner: LogOwner, file: FileIdentity | null) => AppendLog;
  /** Awaited before a page is read, and may hand over the file anew. */
  readonly onAsked: (session: Live) => Promise<void>;
  /** Called after each append that is on the disk. */
  readonly onAppended: (session: Live) => void;
  /** Called when another program changed the file while it was open, once it is mended. */
  readonly onFileChanged: (session: Live, change: FileChange) => void;
  readonly clean: CleanRecords;
}

/** A session as it was read. */
export interface FileRead {
  /** Null where there is no file. */
  readonly file: FileIdentity | null;
  readonly createdAt: number;
  /** Messages of the active branch that it was read for. */
  readonly window: number;
  readonly loaded: LoadedSession;
}
