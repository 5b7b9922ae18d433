import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { ownValue } from "../../src-preload/contract/own-value.ts";
import type { Media } from "../../src-preload/contract/records.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { OpenedFolder, PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { fileNameOf } from "../storage/session-file/file-name.ts";
import { storageError } from "../storage/storage-error.ts";
import type { FileContents } from "./preview-file.ts";
import { refusalError } from "./refusal.ts";
import { safeName } from "./safe-name.ts";

export interface Attachment {
  readonly sessionKey: SessionKey;
  readonly id: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** How what is attached is told apart. */
export interface AttachedContents extends Pick<FileContents, "magicType" | "detectEncoding"> {
  /** The type of a recording of speech; null for anything else. */
  readonly recordingType: (bytes: Uint8Array, name: string) => string | null;
}

const textTypes: Readonly<Record<string, string>> = {
  csv: "text/csv",
  css: "text/css",
  htm: "text/html",
  html: "text/html",
  json: "application/json",
  md: "text/markdown",
  svg: "image/svg+xml",
  xml: "application/xml",
};

/** Where the files of a chat are kept, relative to the workspace. */
export function attachmentsFolder(sessionKey: SessionKey): string {
  return `attachments/${fileNameOf(sessionKey).replace(/\.jsonl$/, "")}`;
}

/** Keeps a file beside its chat in the workspace; `place` is the workspace. On the disk when this is answered. */
export async function attachFile(
  attachment: Attachment,
  place: PathContext,
  guard: PathGuard,
  contents: AttachedContents,
): AsyncResult<Media> {
  const { sessionKey, id, bytes } = attachment;
  const name = safeName(attachment.name);
  const path = attachmentsFolder(sessionKey);
  const opened = await guard.openFolder(path, { access: "write", create: true }, place);
  if (!opened.ok) return fail(refusalError(opened.error, path));
  await using folder = opened.value;
  const stored = `${id}-${name}`;
  try {
    if (!(await folder.isUnchanged())) return fail(refusalError({ reason: "outside", message: "" }, path));
    await writeNew(folder, stored, bytes, place);
  } catch (cause) {
    return fail(storageError(cause, `${folder.path}/${stored}`));
  }
  const { kind, mediaType } = await typeOf(bytes, name, contents);
  const size = bytes.length;
  return ok({ kind, mediaType, name, size, path: `${folder.path}${place.platform === "win32" ? "\\" : "/"}${stored}` });
}

async function writeNew(folder: OpenedFolder, name: string, bytes: Buffer, place: PathContext): Promise<void> {
  const at = folder.at(name);
  try {
    await using handle = await place.files.open(at, "wx", 0o600);
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (cause) {
    await place.files.rm(at, { force: true });
    throw cause;
  }
}

async function typeOf(
  bytes: Buffer,
  name: string,
  contents: AttachedContents,
): Promise<Pick<Media, "kind" | "mediaType">> {
  const magic = contents.magicType(bytes);
  if (magic?.kind === "image") return { kind: "image", mediaType: magic.mediaType };
  const recording = contents.recordingType(bytes, name);
  if (recording !== null) return { kind: "file", mediaType: recording };
  if (magic?.kind === "pdf") return { kind: "file", mediaType: "application/pdf" };
  const isText = (await contents.detectEncoding(bytes, true)) !== null;
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return {
    kind: "file",
    mediaType: isText ? (ownValue(textTypes, ending) ?? "text/plain") : "application/octet-stream",
  };
}
