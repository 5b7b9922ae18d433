import type { Stats } from "node:fs";
import type { FileSystem } from "../storage/file-system.ts";
import type { PathContext } from "./path-guard.ts";
import { pathRules } from "./path-name.ts";
import { type SecretKind, secretPatterns } from "./secret-table.ts";
import { type SensitivePath, sensitivePathOf } from "./sensitive-path.ts";

/** Files of one folder that are compared; the folders of keys hold few. */
const maxLooked = 200;

/**
 * Those of the resolved paths that lead to a secret: by their letters, and, where a file has more than one name, by the
 * others. A hard link tells nothing of them, so the person's own keys and Perch's files are looked at.
 */
export async function secretsAmong(
  paths: readonly string[],
  place: PathContext,
): Promise<ReadonlyMap<string, SensitivePath>> {
  const found = new Map<string, SensitivePath>();
  let linked: ReadonlyMap<string, SensitivePath> | null = null;
  for (const path of paths) {
    const named = sensitivePathOf(path, place);
    const stats = named === null ? statNowOrNull(path, place.files) : null;
    if (stats?.isFile() === true && stats.nlink > 1) linked ??= await linkedSecrets(place);
    const secret = named ?? (stats === null ? null : linked?.get(identity(stats)));
    if (secret) found.set(path, secret);
  }
  return found;
}

async function linkedSecrets(place: PathContext): Promise<ReadonlyMap<string, SensitivePath>> {
  const known = new Map<string, SensitivePath>();
  const note = (path: string, kind: SensitivePath["kind"], stats: Stats | null): void => {
    if (stats?.isFile() === true && stats.nlink > 1) known.set(identity(stats), { kind, place: path });
  };
  const rules = pathRules(place.platform);
  const look = async (path: string, kind: SensitivePath["kind"]): Promise<void> => {
    const stats = await statOrNull(path, place.files);
    note(path, kind, stats);
    if (stats?.isDirectory() !== true) return;
    const names = await namesIn(path, place.files);
    for (const name of names.slice(0, maxLooked)) {
      const inner = rules.join(path, name);
      note(inner, kind, await statOrNull(inner, place.files));
    }
  };
  const patterns = secretPatterns();
  const isSecretKind = (name: string): name is SecretKind => name in patterns;
  for (const kind of Object.keys(patterns)) {
    if (!isSecretKind(kind)) continue;
    const plain = patterns[kind].filter((pattern) => !pattern.includes("*"));
    await Promise.all(
      plain.map((pattern) => look(pattern.startsWith("/") ? pattern : rules.join(place.userHome, pattern), kind)),
    );
  }
  const { reserved } = place.roots;
  if (reserved !== undefined) {
    await look(reserved, "perch");
    await look(rules.join(reserved, "workspace", "sessions"), "chats");
  }
  return known;
}

function identity(stats: Stats): string {
  return `${stats.dev}:${stats.ino}`;
}

/** The path was just resolved, so that its disk answers: the look itself takes a tenth of the way through a thread. */
function statNowOrNull(path: string, files: FileSystem): Stats | null {
  try {
    return files.statNow(path);
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

async function statOrNull(path: string, files: FileSystem): Promise<Stats | null> {
  try {
    return await files.stat(path);
  } catch (error) {
    // What cannot be looked at cannot be compared: it is no name of a file that was opened.
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

async function namesIn(path: string, files: FileSystem): Promise<readonly string[]> {
  try {
    return await files.readdir(path);
  } catch (error) {
    if (error instanceof Error && "code" in error) return [];
    throw error;
  }
}
