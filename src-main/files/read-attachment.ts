import { maxAttachedBytes } from "../../src-preload/contract/bounds.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { storageError } from "../storage/storage-error.ts";
import { text } from "../words.ts";
import { readStart } from "./read-start.ts";
import { refusalError } from "./refusal.ts";

interface AttachedRecording {
  readonly bytes: Buffer;
  /** By its bytes. */
  readonly mediaType: string;
}

/** Reads a recording that went with a message, by the absolute path that its record has. */
export type ReadRecording = (path: string) => AsyncResult<AttachedRecording>;

interface ReadingParts {
  readonly guard: PathGuard;
  readonly workspacePlace: () => AsyncResult<PathContext>;
  /** Null for what is no recording. */
  readonly recordingType: (bytes: Uint8Array, name: string) => string | null;
}

/**
 * Only what lies among the attachments of the workspace, and is a recording by its bytes, is given out: what is read may go
 * to an endpoint.
 */
export function createRecordingReader({ guard, workspacePlace, recordingType }: ReadingParts): ReadRecording {
  return async (path) => {
    const place = await workspacePlace();
    if (!place.ok) return place;
    const opened = await guard.open(path, "read", place.value);
    if (!opened.ok) return fail(refusalError(opened.error, path));
    await using handle = opened.value.handle;
    const { path: real, root } = opened.value;
    const inside = root === null ? "" : real.slice(root.path.length).replaceAll("\\", "/");
    if (!inside.startsWith("/attachments/")) return fail(contractError("forbidden", text("file.outside", { path })));
    try {
      const stats = await handle.stat();
      if (!stats.isFile() || stats.size > maxAttachedBytes) {
        return fail(contractError("invalid-input", text("transcription.notARecording")));
      }
      const bytes = await readStart(handle, stats.size);
      const mediaType = recordingType(bytes, real);
      if (mediaType === null) return fail(contractError("invalid-input", text("transcription.notARecording")));
      return ok({ bytes, mediaType });
    } catch (cause) {
      return fail(storageError(cause, path));
    }
  };
}
