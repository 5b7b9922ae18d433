import type { Entry } from "yauzl";

const fileType = 0o170000;
const regularFile = 0o100000;
/** Who made the archive, where its modes are those of Unix. */
const unix = 3;

/** The Unix mode of an entry; 0 where the archive tells none. */
export function modeOfEntry(entry: Entry): number {
  return entry.versionMadeBy >> 8 === unix ? (entry.externalFileAttributes >>> 16) & 0xffff : 0;
}

/** `special`: a link, a device and the like, which are never taken. `locked`: a password would be needed. */
export type EntryKind = "folder" | "file" | "special" | "locked";

export function kindOfEntry(entry: Entry): EntryKind {
  const type = modeOfEntry(entry) & fileType;
  if (entry.fileName.endsWith("/")) return "folder";
  if (type !== 0 && type !== regularFile) return "special";
  return entry.isEncrypted() ? "locked" : "file";
}
