import { readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** A file of the archive's own list. */
export interface ArchiveEntry {
  readonly size?: number;
  readonly unpacked?: boolean;
  readonly files?: Readonly<Record<string, ArchiveEntry>>;
}

export interface PackedFile {
  /** From the app's folder, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** It lies beside the archive. */
  readonly isUnpacked: boolean;
}

/** Every file that an archive lists, in it and beside it. */
export function filesOf(entry: ArchiveEntry, folder = ""): readonly PackedFile[] {
  return Object.entries(entry.files ?? {}).flatMap(([name, inner]) => {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (inner.files !== undefined) return filesOf(inner, path);
    return [{ path, size: inner.size ?? 0, isUnpacked: inner.unpacked === true }];
  });
}

/** A package of node_modules is a part, and so is each folder of ours. */
function partOf(path: string): string {
  return /^(?:node_modules\/(?:@[^/]+\/)?[^/]+|out\/[^/]+|[^/]+)/.exec(path)?.[0] ?? path;
}

export interface PartSize {
  readonly part: string;
  /** Bytes. */
  readonly size: number;
}

/** What each part takes, the largest first. */
export function sizesByPart(files: readonly PackedFile[]): readonly PartSize[] {
  const sums = new Map<string, number>();
  for (const { path, size } of files) sums.set(partOf(path), (sums.get(partOf(path)) ?? 0) + size);
  return [...sums].map(([part, size]) => ({ part, size })).toSorted((a, b) => b.size - a.size);
}

/** As lines of a table, in megabytes, with the sum last. */
export function sizeTable(parts: readonly PartSize[]): string {
  const sum = parts.reduce((total, { size }) => total + size, 0);
  const lines = [...parts, { part: "all of it, without the runtime", size: sum }];
  return lines.map(({ part, size }) => `${(size / 1e6).toFixed(2).padStart(8)} MB  ${part}`).join("\n");
}

/** What lies beside the archive on the disk, as paths like those of the archive. */
export function filesBeside(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => statSync(join(folder, path)).isFile());
}
