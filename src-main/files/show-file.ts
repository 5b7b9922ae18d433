import { maxAttachedBytes } from "../../src-preload/contract/bounds.ts";
import { type AsyncResult, fail } from "../../src-preload/contract/result.ts";
import type { FilePreview } from "../../src-preload/contract/window.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { type PreviewDependencies, previewFile } from "./preview-file.ts";
import { forGuard } from "./relative-path.ts";

interface ShownPlaces {
  readonly work: () => AsyncResult<PathContext>;
  readonly attached: () => AsyncResult<PathContext>;
}

/**
 * What a message shows of the disk. A model names the path: what lies outside of the chat's two places, and what is secret
 * in them, is not read.
 */
export async function showFile(path: string, places: ShownPlaces, deps: PreviewDependencies): AsyncResult<FilePreview> {
  const attached = await places.attached();
  const isAttached = attached.ok && (await isIn(path, attached.value, deps));
  const place = isAttached ? attached : await places.work();
  if (!place.ok) return fail(place.error);
  // What was attached the person gave away already.
  const isRefused = (opened: string): boolean =>
    !isAttached && deps.guard.secrets.placeOf(opened, place.value) !== null;
  return previewFile(path, place.value, { ...deps, mostImageBytes: maxAttachedBytes, isRefused });
}

/** Of an absolute path; what is relative is of the work folder. */
async function isIn(path: string, place: PathContext, { guard }: PreviewDependencies): Promise<boolean> {
  return forGuard(path, place.platform) === path && (await guard.resolve(path, "read", place)).ok;
}
