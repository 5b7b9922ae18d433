/* Chats as they leave, and as they come from elsewhere. */

export const exportFormats = ["markdown", "html", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A part of an export. The newest messages come first: each part stands before those that were asked for earlier. */
export interface ExportPart {
  readonly text: string;
  /** Ask for the part before this message; null: the export is whole. */
  readonly before: string | null;
  /** What the file is called, safe on every system. */
  readonly name: string;
  readonly mediaType: string;
}

/** Of one file that chats are taken from. */
export const maxImportBytes = 200 * 1024 * 1024;
/** Of one piece in which it is handed over. */
export const importPieceBytes = 4 * 1024 * 1024;

export type ImportSource = "chatgpt" | "claude" | "perch";

/** `new`: not here yet. `longer`: here, with fewer messages. `same`: here whole. */
export type ImportState = "new" | "longer" | "same";

/** A chat of the file, in its order. */
export interface ImportRow {
  /** Of the file; what `session.import` is told. */
  readonly id: string;
  readonly source: ImportSource;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  readonly messages: number;
  readonly state: ImportState;
}

/** What of a file is not taken, and why, as a sentence. */
export interface LeftOut {
  readonly title: string;
  readonly reason: string;
}

export interface ImportPreview {
  readonly chats: readonly ImportRow[];
  readonly broken: readonly LeftOut[];
  /** So many more are broken, and not told one by one. */
  readonly moreBroken: number;
}

export interface ImportResult {
  /** Chats that are new here. */
  readonly added: number;
  /** Chats that got messages. */
  readonly grown: number;
  readonly unchanged: number;
  /** Messages that are new here. */
  readonly messages: number;
  readonly broken: readonly LeftOut[];
  readonly moreBroken: number;
  /** It was stopped before the end of the file; what was taken until then is whole. */
  readonly isStopped: boolean;
}
