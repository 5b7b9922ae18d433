import { join } from "node:path";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { isMissing, reasonOf } from "../thrown.ts";
import { writeFileAtomic } from "./atomic-file.ts";
import type { FileSystem } from "./file-system.ts";
import { isThere } from "./is-there.ts";
import { syncFolder } from "./sync-folder.ts";

/*
 * Puts other files in the place of those of a home, so that a kill at any moment leaves the one or the other: they are laid
 * ready in `restore/new`, `restore/swap.json` is written, and whoever owns the home next, before anything of it is read, changes
 * the names. As long as that file is there the next start goes on where the last one was cut off.
 */

const swapSchema = z.object({
  /** Names in the home that have another one in `restore/new`. */
  fresh: z.array(z.string()),
  /** Names in the home that have none there: they go. */
  gone: z.array(z.string()),
});
export type Swap = z.infer<typeof swapSchema>;

export interface SwapPlace {
  readonly folder: string;
  /** Where what comes is laid ready. */
  readonly fresh: string;
  readonly old: string;
  readonly journal: string;
}

export function swapPlace(home: string): SwapPlace {
  const folder = join(home, "restore");
  return { folder, fresh: join(folder, "new"), old: join(folder, "old"), journal: join(folder, "swap.json") };
}

/** From here on the swap happens, at the next claim of the home. */
export async function orderSwap(home: string, swap: Swap, files: FileSystem): ReturnType<typeof writeFileAtomic> {
  const { folder, journal } = swapPlace(home);
  const written = await writeFileAtomic(journal, JSON.stringify(swap), { files, mode: 0o600 });
  if (written.ok) await syncFolder(files, folder);
  return written;
}

/** `undone`: a name could not be changed, and all of them were put back: the home is what it was. */
export type SettledSwap = { readonly kind: "none" | "swapped" } | { readonly kind: "undone"; readonly reason: string };

/**
 * Makes the names true where a swap was ordered, and removes what is left of one that was not. Throws where they can neither
 * be changed nor put back: whoever comes next goes on.
 */
export async function settleSwap(home: string, files: FileSystem): Promise<SettledSwap> {
  const { folder, old, journal } = swapPlace(home);
  if (!(await isThere(folder, files))) return { kind: "none" };
  const swap = await readSwap(journal, files);
  if (swap === null) {
    await files.rm(folder, { recursive: true, force: true });
    return { kind: "none" };
  }
  try {
    await files.mkdir(old, { recursive: true, mode: 0o700 });
    await putFresh(home, swap, files);
  } catch (cause) {
    await putBack(home, swap, files);
    await close(home, files);
    return { kind: "undone", reason: reasonOf(cause) };
  }
  await close(home, files);
  return { kind: "swapped" };
}

/** Each step looks at what is there, so that it can be begun again after any of them. */
async function putFresh(home: string, { fresh, gone }: Swap, files: FileSystem): Promise<void> {
  const place = swapPlace(home);
  for (const name of fresh) {
    if (!(await isThere(join(place.fresh, name), files))) continue;
    await moveIfThere(join(home, name), join(place.old, name), files);
    await files.rename(join(place.fresh, name), join(home, name));
  }
  for (const name of gone) await moveIfThere(join(home, name), join(place.old, name), files);
}

async function putBack(home: string, { fresh, gone }: Swap, files: FileSystem): Promise<void> {
  const place = swapPlace(home);
  for (const name of fresh) {
    const isIn = !(await isThere(join(place.fresh, name), files));
    if (isIn) await moveIfThere(join(home, name), join(place.fresh, name), files);
    await moveIfThere(join(place.old, name), join(home, name), files);
  }
  for (const name of gone) await moveIfThere(join(place.old, name), join(home, name), files);
}

/** The journal goes first: what lies beside it without one is removed whenever it is found. */
async function close(home: string, files: FileSystem): Promise<void> {
  const { folder, journal } = swapPlace(home);
  await syncFolder(files, home);
  await files.unlink(journal);
  await syncFolder(files, folder);
  await files.rm(folder, { recursive: true, force: true });
}

async function moveIfThere(from: string, to: string, files: FileSystem): Promise<void> {
  if ((await isThere(from, files)) && !(await isThere(to, files))) await files.rename(from, to);
}

/** Null where none was ordered: the journal is written as a whole or not at all. */
async function readSwap(journal: string, files: FileSystem): Promise<Swap | null> {
  try {
    return swapSchema.parse(parseBoundedJson(await files.readFile(journal, "utf8")));
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
}
