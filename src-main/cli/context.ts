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
  /** Somebody can be asked: what is typed and what is said both are a terminal. */
  readonly isTerminal: boolean;
  /** What is said is read by a person as it comes: stderr is a terminal. */
  readonly isWatched: boolean;
  /** The answer and nothing else. */
  out(text: string): void;
  /** One line for the person. */
  say(line: string): void;
  /**
   * Tells of each Ctrl-C, hang-up or polite end, with the exit status that it stands for. Returns the undo. From the first
   * call on no signal ends this process by itself any more: what is being closed is closed in order.
   */
  onInterrupt(listener: (status: ExitCode) => void): () => void;
  /** Ends this process as a polite signal would, and tells its person why. */
  end(why: string): void;
  /** The exit status of the first such signal; null before one came. */
  readonly interrupted: ExitCode | null;
}

/** 0 done; 1 the run failed or no model is set; 2 the call was wrong; 128 and its number: a signal or a hang-up ended it. */
export type ExitCode = 0 | 1 | 2 | 129 | 130 | 143;
