import type { Stats } from "node:fs";
import type { LogBytes } from "./mend-log.ts";

/** Which file a path names, and its size. A file keeps its numbers as long as somebody holds it open. */
export type FileIdentity = Pick<Stats, "dev" | "ino" | "size">;

/** What another program did to a file that is being written. */
export interface FileChange {
  readonly kind: "vanished" | "replaced" | "shortened" | "grown";
  /** Lines that were acknowledged, were not there any more and were written again. */
  readonly restored: number;
  /** Bytes of the file now. */
  readonly size: number;
  /** Found when the file was closed. */
  readonly atRelease: boolean;
}

/** Who knows what the lines mean: asked where another program changed the file. */
export interface LogOwner {
  /** Throws where nothing may be added to the file that is there now. */
  admits(present: LogBytes): Promise<void>;
  /** Lines that it still knows, oldest first: all that is left where the bytes are gone. */
  remembered(): readonly string[];
  /** Lines that end the mended file. */
  closing(): readonly string[];
  /** Awaited before the append goes on. */
  mended(change: FileChange): Promise<void>;
}

export function isSameFile(a: FileIdentity, b: FileIdentity): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}
