import type { Readable } from "node:stream";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { fail, ok, type Result } from "../../../../src-preload/contract/result.ts";
import { kindOfEntry, modeOfEntry } from "../../../storage/zip-entry.ts";
import { reasonOf } from "../../../thrown.ts";
import { text } from "../../../words.ts";
import { createFileCollection, type FileCollection } from "./file-collection.ts";
import { isLitter } from "./safe-path.ts";
import { mostBytes, mostFiles, type SkillFileData } from "./skill-files.ts";

/** Thrown by a read that comes to more than there is room for. */
class TooLarge extends Error {}

/** All files of a zip, or the sentence that says why none of it is taken. Counts the bytes that come out, not those it tells of. */
export async function readZip(bytes: Buffer): Promise<Result<readonly SkillFileData[], string>> {
  try {
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: true, strictFileNames: true });
    if (zip.entryCount > mostFiles) return fail(text("skill.import.tooMany", { most: mostFiles }));
    return await readEntries(zip);
  } catch (cause) {
    if (cause instanceof TooLarge) return fail(text("skill.import.tooLarge", { most: mostBytes / 1024 / 1024 }));
    return fail(text("skill.import.badZip", { reason: reasonOf(cause).slice(0, 200) }));
  }
}

async function readEntries(zip: ZipFile): Promise<Result<readonly SkillFileData[], string>> {
  const taken = createFileCollection();
  let seen = 0;
  for await (const entry of zip.eachEntry()) {
    seen += 1;
    if (seen > mostFiles) return fail(text("skill.import.tooMany", { most: mostFiles }));
    const refused = await takeEntry(zip, entry, taken);
    if (refused !== null) return fail(refused);
  }
  return ok(taken.files);
}

/** The sentence that says why all of it is refused; null where it goes on. */
async function takeEntry(zip: ZipFile, entry: Entry, taken: FileCollection): Promise<string | null> {
  const path = entry.fileName;
  const kind = kindOfEntry(entry);
  if (kind === "folder") return null;
  if (kind === "special") return text("skill.import.noFile", { path: path.slice(0, 200) });
  if (isLitter(path)) return null;
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
