import { maxAttachedBytes } from "../../src-preload/contract/bounds.ts";
import { recordingTypeOfName } from "../../src-preload/contract/recordings.ts";
import type { DivideFile } from "./attach-files.ts";

/** What is larger takes more memory to decode than a page should. */
const mostDecodedBytes = 100 * 1024 * 1024;

/**
 * The file as it can be handed over: a recording that is too large is decoded here, by the browser, and cut at silences into
 * files that are not. Null where it stays too large.
 */
export const divideRecording: DivideFile = async (file) => {
  if (file.size <= maxAttachedBytes) return [file];
  if (recordingTypeOfName(file.name) === null || file.size > mostDecodedBytes) return null;
  const { cutRecording } = await import("./cut-recording.ts");
  return cutRecording(file);
};
