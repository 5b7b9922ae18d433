import { recordingTypeOfName } from "../../src-preload/contract/recordings.ts";

/**
 * What a recording is, by its bytes: `audio/ogg`, `audio/mpeg`, `audio/mp4`, `audio/wav` or `audio/webm`; null for anything
 * else. A container that may hold pictures too is a recording only where its name says so.
 */
export function recordingType(bytes: Uint8Array, name: string): string | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString("latin1");
  const named = recordingTypeOfName(name);
  if (start.startsWith("OggS")) return named === null && !/\.(ogv|ogx)$/i.test(name) ? "audio/ogg" : named;
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WAVE") return "audio/wav";
  if (start.startsWith("\x1aE\xdf\xa3")) return named === "audio/webm" ? named : null;
  if (start.slice(4, 8) === "ftyp") return start.slice(8, 11) === "M4A" || named === "audio/mp4" ? "audio/mp4" : null;
  if (start.startsWith("ID3") || (named === "audio/mpeg" && isFrame(bytes))) return "audio/mpeg";
  return null;
}

/** The beginning of an MPEG frame: eleven set bits, and a layer. */
function isFrame([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0;
}
