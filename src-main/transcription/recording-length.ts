import { wavSeconds, wavShape } from "../../src-preload/contract/wav.ts";

/** Bytes of a second, as speech is usually recorded: for types whose length is not told anywhere that is quick to read. */
const usualBytes: Readonly<Record<string, number>> = {
  "audio/ogg": 4000,
  "audio/webm": 4000,
  "audio/mp4": 8000,
  "audio/mpeg": 16_000,
  "audio/wav": 32_000,
};

export interface RecordingLength {
  readonly seconds: number;
  /** Guessed by the size. */
  readonly isGuess: boolean;
}

/** `told`: what the sender says of it. */
export function recordingLength(bytes: Uint8Array, type: string, told?: number): RecordingLength {
  const read = type === "audio/wav" ? lengthOfWav(bytes) : type === "audio/ogg" ? lengthOfOgg(bytes) : null;
  const seconds = read ?? told ?? null;
  if (seconds !== null) return { seconds, isGuess: false };
  return { seconds: bytes.length / (usualBytes[type] ?? 8000), isGuess: true };
}

function lengthOfWav(bytes: Uint8Array): number | null {
  const shape = wavShape(bytes);
  return shape === null ? null : wavSeconds(shape);
}

/** A page has at most so many bytes. */
const mostPageBytes = 65_307;
/** Opus counts at this rate, whatever it was recorded with. */
const opusRate = 48_000;

/** The last page says how many samples there are up to its end. */
function lengthOfOgg(bytes: Uint8Array): number | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512));
  const tailFrom = Math.max(0, bytes.length - mostPageBytes);
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset + tailFrom, bytes.length - tailFrom);
  const page = tail.lastIndexOf("OggS");
  if (page < 0 || page + 14 > tail.length) return null;
  const rate = sampleRateOf(head);
  const samples = Number(tail.readBigInt64LE(page + 6));
  return rate === null || samples <= 0 ? null : samples / rate;
}

function sampleRateOf(head: Buffer): number | null {
  if (head.includes("OpusHead")) return opusRate;
  const vorbis = head.indexOf("\x01vorbis", 0, "latin1");
  const rate = vorbis >= 0 && vorbis + 16 <= head.length ? head.readUInt32LE(vorbis + 12) : 0;
  return rate === 0 ? null : rate;
}
