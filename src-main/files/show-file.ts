import { maxAttachedBytes } from "../../src-preload/contract/bounds.ts";
import { type AsyncResult, fail } from "../../src-preload/contract/result.ts";
import type { FilePreview } from "../../src-preload/contract/window.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { type PreviewDependencies, previewFile } from "./preview-file.ts";
import { forGuard } from "./relative-path.ts";

interface ShownPlaces {
  readonly work: () => AsyncResult<PathContext>;
  /** What was attached to the chat, and what its tools brought. */
  readonly kept: readonly (() => AsyncResult<PathContext>)[];
}

/**
 * What a message shows of the disk. A model names the path: what lies outside of the chat's places, and what is secret
 * in its work folder, is not read.
 */
export async function showFile(path: string, places: ShownPlaces, deps: PreviewDependencies): AsyncResult<FilePreview> {
  const kept = await keptPlaceOf(path, places, deps);
  const place = kept ?? (await places.work());
  if (!place.ok) return fail(place.error);
  // What was attached or brought the chat has already.
  const isRefused = (opened: string): boolean =>
    kept === null && deps.guard.secrets.placeOf(opened, place.value) !== null;
  return previewFile(path, place.value, { ...deps, mostImageBytes: maxAttachedBytes, isRefused });
}

/** The one that it lies in; null where it lies in none. */
async function keptPlaceOf(path: string, { kept }: ShownPlaces, deps: PreviewDependencies) {
  for (const placeOf of kept) {
    const place = await placeOf();
    if (place.ok && (await isIn(path, place.value, deps))) return place;
  }
  return null;
}

/** Of an absolute path; what is relative is of the work folder. */
async function isIn(path: string, place: PathContext, { guard }: PreviewDependencies): Promise<boolean> {
  return forGuard(path, place.platform) === path && (await guard.resolve(path, "read", place)).ok;
}
