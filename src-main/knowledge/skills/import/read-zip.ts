import type { Readable } from "node:stream";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { fail, ok, type Result } from "../../../../src-preload/contract/result.ts";
import { kindOfEntry, modeOfEntry } from "../../../storage/zip-entry.ts";
import { reasonOf } from "../../../thrown.ts";
import { text } from "../../../words.ts";
import { createFileCollection, type FileCollection, skillLimits } from "./file-collection.ts";
import type { FileLimits, SkillFileData } from "./skill-files.ts";

/** Thrown by a read that comes to more than there is room for. */
class TooLarge extends Error {}

/** All files of a zip, or the sentence that says why none of it is taken. Counts the bytes that come out, not those it tells of. */
export async function readZip(
  bytes: Buffer,
  limits: FileLimits = skillLimits,
): Promise<Result<readonly SkillFileData[], string>> {
  try {
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: true, strictFileNames: true });
    if (zip.entryCount > limits.mostFiles) return fail(text("skill.import.tooMany", { most: limits.mostFiles }));
    return await readEntries(zip, limits);
  } catch (cause) {
    if (cause instanceof TooLarge) return fail(text("skill.import.tooLarge", { most: limits.mostBytes / 1024 / 1024 }));
    return fail(text("skill.import.badZip", { reason: reasonOf(cause).slice(0, 200) }));
  }
}

async function readEntries(zip: ZipFile, limits: FileLimits): Promise<Result<readonly SkillFileData[], string>> {
  const taken = createFileCollection(limits);
  let seen = 0;
  for await (const entry of zip.eachEntry()) {
    seen += 1;
    if (seen > limits.mostFiles) return fail(text("skill.import.tooMany", { most: limits.mostFiles }));
    const refused = await takeEntry(zip, entry, { taken, limits });
    if (refused !== null) return fail(refused);
  }
  return ok(taken.files);
}

/** The sentence that says why all of it is refused; null where it goes on. */
async function takeEntry(
  zip: ZipFile,
  entry: Entry,
  { taken, limits }: { readonly taken: FileCollection; readonly limits: FileLimits },
): Promise<string | null> {
  const path = entry.fileName;
  const kind = kindOfEntry(entry);
  if (kind === "folder") return null;
  if (kind === "special") return text("skill.import.noFile", { path: path.slice(0, 200) });
  if (limits.isLeftOut(path)) return null;
  const admitted = taken.admit(path);
  if (!admitted.ok) return admitted.error;
  if (kind === "locked") return text("skill.import.encrypted", { path });
  const bytes = await readAll(await zip.openReadStreamPromise(entry), taken.room);
  taken.add({ path, bytes, isExecutable: (modeOfEntry(entry) & 0o100) !== 0 });
  return null;
}

async function readAll(stream: Readable, room: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a zip gave no bytes");
    length += chunk.length;
    // Leaving the loop ends the stream.
    if (length > room) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
