import type { FilePreview } from "./window.ts";

/*
 * Files of the work folder that are opened and edited. Sizes are bytes.
 */

/** A larger text is shown, not edited. */
export const maxEditedBytes = 4 * 1024 * 1024;
/** Folders that one window sees changes of at a time. */
export const maxWatchedFolders = 500;

/** Why a text can be read and not changed: the system keeps it so, or bytes of it would be lost. */
export type ReadOnlyReason = "system" | "damaged" | "too-large";

export interface WorkFile {
  /** Relative to the work folder, with `/`. */
  readonly path: string;
  /** Of this very content; hand it back when saving. */
  readonly version: string;
  /** Its lines end with "\n", whatever they end with on the disk. "" for what is no text. */
  readonly text: string;
  readonly size: number;
  /** Null for a text that can be saved. */
  readonly readOnly: ReadOnlyReason | null;
  /** What is shown in place of an editor; null for a text that is whole. */
  readonly preview: FilePreview | null;
}
