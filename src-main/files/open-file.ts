import { constants } from "node:fs";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { maxEditedBytes, type WorkFile } from "../../src-preload/contract/files.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { Log } from "../host.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { hashOf } from "../storage/object-store.ts";
import { systemCodeOf } from "../thrown.ts";
import type { encodeChange } from "../tools/encode-text.ts";
import type { ExistingFile, readExisting } from "../tools/existing-file.ts";
import type { ToolFailure } from "../tools/tool-failure.ts";
import { text } from "../words.ts";
import { withPlainEnds } from "./line-ends.ts";
import { type PreviewDependencies, previewFile } from "./preview-file.ts";
import { forGuard, normalPath } from "./relative-path.ts";

export type TextFile = Extract<ExistingFile, { kind: "text" }>;

export interface OpenDependencies extends PreviewDependencies {
  readonly log: Log;
  /** How the tools read and write what is there; handed in, so that an edit of a person keeps to the same rules. */
  readonly readExisting: typeof readExisting;
  readonly encodeChange: typeof encodeChange;
  readonly childEnv: Readonly<Record<string, string>>;
}

/** The version of a content: the SHA-256 of its bytes. */
export function versionOf(bytes: Buffer): string {
  return hashOf(bytes);
}

/** A file of the work folder to be edited; what is no text that can be is shown as `previewFile` shows it. */
export async function openFile(asked: string, place: PathContext, deps: OpenDependencies): AsyncResult<WorkFile> {
  const path = normalPath(asked, place.platform);
  const shown = await previewFile(asked, place, deps);
  if (!shown.ok) return shown;
  const { value: preview } = shown;
  const { size } = preview;
  const isText = preview.kind === "text";
  if (!isText || size > maxEditedBytes) {
    const version = isText ? versionOf(Buffer.from(preview.text)) : "";
    const whole = { path, version: `${size} ${version}`, text: "", size, preview };
    return ok({ ...whole, readOnly: isText ? "too-large" : null });
  }
  const file = await deps.readExisting(forGuard(path, place.platform), deps.guard, {
    ...place,
    childEnv: deps.childEnv,
  });
  switch (file.kind) {
    case "text":
      return ok({ ...workFile(path, file), readOnly: await readOnlyReason(path, file, place, deps) });
    case "absent":
      return fail(contractError("not-found", text("file.notFound", { path })));
    case "opaque":
      return fail(contractError("conflict", text("file.notTextNow", { path })));
    case "refused":
      return fail(personError(file.failure, path));
  }
}

export function workFile(path: string, file: Pick<TextFile, "bytes" | "text">): WorkFile {
  const size = file.bytes.length;
  return { path, version: versionOf(file.bytes), text: withPlainEnds(file.text), size, readOnly: null, preview: null };
}

async function readOnlyReason(
  path: string,
  file: TextFile,
  place: PathContext,
  { guard, encodeChange, log }: OpenDependencies,
): Promise<WorkFile["readOnly"]> {
  const again = encodeChange(file, file.text);
  if (!again.ok || !again.value.equals(file.bytes)) return "damaged";
  const resolved = await guard.resolve(forGuard(path, place.platform), "write", place);
  if (!resolved.ok) return "system";
  try {
    await place.files.access(resolved.value.path, constants.W_OK);
    return null;
  } catch (cause) {
    if (!["EACCES", "EPERM", "EROFS"].includes(systemCodeOf(cause) ?? "")) {
      // What is wrong then is told by the save.
      log("debug", "it is not known whether a file can be written", { path, reason: String(cause) });
      return null;
    }
    return "system";
  }
}

/** What a tool would tell the model, for a person. Where a link would have led is never told. */
export function personError({ details, message }: ToolFailure, path: string): ContractError {
  switch (details?.code) {
    case "outside":
    case "read-only":
      return contractError("forbidden", text("file.outside", { path }));
    case "not-found":
      return contractError("not-found", text("file.notFound", { path }));
    case "not-a-folder":
    case "invalid":
      return contractError("invalid-input", text("file.badName", { path }));
    case "disk-full":
      return contractError("disk-full", text("file.diskFull", { path }));
    case "unreadable":
      return contractError("read-only", text("file.unwritable", { path }));
    default:
      return contractError("storage", text("file.notSaved", { path, reason: message }));
  }
}
