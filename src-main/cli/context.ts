import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";

/** What every command gets: the machine, and where words go. */
export interface CliContext {
  readonly host: Host;
  readonly files: FileSystem;
  readonly version: string;
  /** The folder of the built window. */
  readonly pages: string;
  /** The folder that the user started from; absolute. */
  readonly startFolder: string;
  readonly isTerminal: boolean;
  /** The answer and nothing else. */
  out(text: string): void;
  /** One line for the person. */
  say(line: string): void;
  /** Fires on the first Ctrl-C or a polite end. Returns the undo. */
  onInterrupt(listener: () => void): () => void;
}

/** 0 done; 1 the run failed or no model is set; 2 the call was wrong. */
export type ExitCode = 0 | 1 | 2;
