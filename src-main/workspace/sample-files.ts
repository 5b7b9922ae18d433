import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { isMissing } from "../thrown.ts";

/** What is put into a new, empty work folder; the texts lie in resources/samples. By folder, "" is the work folder itself. */
const samples: Readonly<Record<string, readonly string[]>> = {
  "": ["notes.md"],
  receipts: ["01-train.txt", "02-boiler.txt", "03-books.txt", "04-garage.txt", "05-dentist.txt", "06-harbour.txt"],
};

/** What systems leave in a folder by themselves: it is empty all the same. */
const litter: ReadonlySet<string> = new Set([".DS_Store", ".localized", "desktop.ini", "Thumbs.db"]);

export interface SampleOptions {
  readonly files: FileSystem;
  readonly guard: PathGuard;
  /** The folder of the texts. */
  readonly texts: string;
}

type Each = (name: string, sample: Buffer, folder: OpenedFolder) => Promise<boolean>;

export function isEmptyFolder(names: readonly string[]): boolean {
  return names.every((name) => litter.has(name));
}

/** Puts the samples into a folder that the caller found empty. What is there all the same is not written over. */
export async function writeSamples(place: PathContext, options: SampleOptions): Promise<void> {
  await eachSample(place, options, { create: true }, async (name, sample, folder) => {
    await using handle = await place.files.open(folder.at(name), "wx", 0o644);
    await handle.writeFile(sample);
    return true;
  });
}

/** How many samples lie there as they were put there. */
export function countSamples(place: PathContext, options: SampleOptions): Promise<number> {
  return eachSample(place, options, {}, async (name, sample, folder) => isSample(name, sample, folder, options));
}

/** Takes away what lies there as it was put there, and nothing that a person or a run has changed. Tells how many. */
export async function removeSamples(place: PathContext, options: SampleOptions): Promise<number> {
  const { files, guard } = options;
  const removed = await eachSample(place, options, {}, async (name, sample, folder) => {
    if (!(await isSample(name, sample, folder, options)) || !(await folder.isUnchanged())) return false;
    await files.unlink(folder.at(name));
    return true;
  });
  const opened = await guard.openFolder(".", { access: "write" }, place);
  if (!opened.ok) return removed;
  await using folder = opened.value;
  for (const name of Object.keys(samples)) {
    if (name !== "" && (await isEmptyBelow(folder.at(name), files))) await files.rmdir(folder.at(name));
  }
  return removed;
}

/** Walks the samples, folder by folder; tells for how many `act` said yes. A folder that is not there is passed over. */
async function eachSample(
  place: PathContext,
  { files, guard, texts }: SampleOptions,
  { create = false }: { readonly create?: boolean },
  act: Each,
): Promise<number> {
  let count = 0;
  for (const [path, names] of Object.entries(samples)) {
    const opened = await guard.openFolder(path === "" ? "." : path, { access: "write", create }, place);
    if (!opened.ok) continue;
    await using folder = opened.value;
    for (const name of names) {
      const sample = await files.readFile([texts, path, name].filter((part) => part !== "").join("/"));
      if (await act(name, sample, folder)) count++;
    }
  }
  return count;
}

/** Nothing that is longer is read, and no link is followed. */
async function isSample(
  name: string,
  sample: Buffer,
  folder: OpenedFolder,
  { files }: SampleOptions,
): Promise<boolean> {
  try {
    const stats = await files.lstat(folder.at(name));
    if (!stats.isFile() || stats.size !== sample.length) return false;
    return sample.equals(await files.readFile(folder.at(name)));
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw cause;
  }
}

async function isEmptyBelow(folder: string, files: FileSystem): Promise<boolean> {
  try {
    return (await files.readdir(folder)).length === 0;
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw cause;
  }
}
