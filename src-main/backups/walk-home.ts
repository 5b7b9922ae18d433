import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing } from "../thrown.ts";
import { isKept, keptParts } from "./home-parts.ts";

/** A file that a backup holds. `path`: below the home, with slashes. */
export interface KeptFile {
  readonly path: string;
  readonly bytes: number;
  readonly changedAt: number;
}

export interface WalkedHome {
  /** In the order of their paths. */
  readonly files: readonly KeptFile[];
  readonly bytes: number;
  /** Links, which a backup does not follow: what they lead to is not Perch's. */
  readonly links: readonly string[];
  /** The same for two walks between which no file was changed. */
  readonly state: string;
}

/** Looks at everything in a home that a backup holds; what goes meanwhile is left out. Failures of the disk are thrown. */
export async function walkHome(home: string, files: FileSystem, signal?: AbortSignal): Promise<WalkedHome> {
  const found: KeptFile[] = [];
  const links: string[] = [];

  async function look(path: string, isPart: boolean): Promise<void> {
    signal?.throwIfAborted();
    const full = join(home, path);
    // A part may lie elsewhere, behind a link that the person has put there.
    const stats = await (isPart ? files.stat(full) : files.lstat(full));
    if (stats.isSymbolicLink()) links.push(path);
    else if (stats.isDirectory()) await lookInto(path);
    else if (stats.isFile() && isKept(path)) found.push({ path, bytes: stats.size, changedAt: stats.mtimeMs });
  }

  async function lookInto(path: string): Promise<void> {
    const names = await files.readdir(join(home, path));
    for (const name of names.toSorted()) await ifThere(look(`${path}/${name}`, false));
  }

  for (const part of [...keptParts].toSorted()) await ifThere(look(part, true));
  return { files: found, bytes: found.reduce((sum, { bytes }) => sum + bytes, 0), links, state: stateOf(found) };
}

async function ifThere(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
  }
}

function stateOf(found: readonly KeptFile[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes, changedAt } of found) hash.update(`${path}\0${bytes}\0${changedAt}\n`);
  return hash.digest("hex");
}
