/*
 * WAV files of plain samples: written, read, and cut where nobody speaks. All pure. Times are seconds, samples are from -1
 * to 1.
 */

/** The samples of a WAV file, and where they lie in it. */
export interface WavShape {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  /** Whole numbers, or numbers with a point. */
  readonly isFloat: boolean;
  /** Of the samples in the file; those of all channels for one moment are a block. */
  readonly from: number;
  readonly to: number;
  readonly blockBytes: number;
}

const headBytes = 44;
const plainFormat = 1;
const floatFormat = 3;
const extensibleFormat = 0xfffe;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function wordAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

/** Null for what is no WAV file of plain samples. One whose head promises more than there is, is taken as far as it goes. */
export function wavShape(bytes: Uint8Array): WavShape | null {
  if (bytes.length < headBytes || wordAt(bytes, 0) !== "RIFF" || wordAt(bytes, 8) !== "WAVE") return null;
  const view = viewOf(bytes);
  let format: Omit<WavShape, "from" | "to"> | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (wordAt(bytes, at) === "fmt " && size >= 16 && body + size <= bytes.length) format = formatAt(view, body, size);
    if (wordAt(bytes, at) === "data") return format === null ? null : withData(format, body, size, bytes.length);
    at = body + size + (size % 2);
  }
  return null;
}

function formatAt(view: DataView, at: number, size: number): Omit<WavShape, "from" | "to"> | null {
  const named = view.getUint16(at, true);
  const format = named === extensibleFormat && size >= 26 ? view.getUint16(at + 24, true) : named;
  const channels = view.getUint16(at + 2, true);
  const sampleRate = view.getUint32(at + 4, true);
  const bitsPerSample = view.getUint16(at + 14, true);
  const blockBytes = (channels * bitsPerSample) / 8;
  const isFloat = format === floatFormat && bitsPerSample === 32;
  const isPlain = format === plainFormat && [8, 16, 24, 32].includes(bitsPerSample);
  if (!(isFloat || isPlain) || channels === 0 || sampleRate === 0) return null;
  return { sampleRate, channels, bitsPerSample, isFloat, blockBytes };
}

function withData(format: Omit<WavShape, "from" | "to">, from: number, size: number, length: number): WavShape {
  const there = Math.min(size, length - from);
  return { ...format, from, to: from + there - (there % format.blockBytes) };
}

export function wavSeconds({ from, to, blockBytes, sampleRate }: WavShape): number {
  return (to - from) / blockBytes / sampleRate;
}

/** How loud one moment is; of several channels the first tells. */
function loudness(view: DataView, at: number, { bitsPerSample, isFloat }: WavShape): number {
  if (isFloat) return Math.abs(view.getFloat32(at, true));
  if (bitsPerSample === 8) return Math.abs(view.getUint8(at) - 128) / 128;
  if (bitsPerSample === 16) return Math.abs(view.getInt16(at, true)) / 0x8000;
  if (bitsPerSample === 24) return Math.abs(view.getInt16(at + 1, true)) / 0x8000;
  return Math.abs(view.getInt32(at, true)) / 0x8000_0000;
}

/** A silence is looked for in windows of so long, and among the last so much of what a part may hold. */
const windowSeconds = 0.2;
const searchedShare = 0.25;

/** Where a part that begins at `start` ends: in the middle of the quietest moment near its longest. */
function quietCut(view: DataView, shape: WavShape, start: number, most: number): number {
  const { blockBytes, sampleRate } = shape;
  const windowBytes = Math.max(1, Math.round(windowSeconds * sampleRate)) * blockBytes;
  const last = start + most;
  const first = last - Math.max(windowBytes, Math.floor((most * searchedShare) / windowBytes) * windowBytes);
  let quietest = { at: last, loudness: Number.POSITIVE_INFINITY };
  for (let at = last - windowBytes; at >= first; at -= windowBytes) {
    let sum = 0;
    for (let block = at; block < at + windowBytes; block += blockBytes) sum += loudness(view, block, shape);
    // Of several that are as quiet the last one counts: the fewer parts, the fewer seams.
    if (sum < quietest.loudness) quietest = { at, loudness: sum };
  }
  const middle = quietest.at + Math.floor(windowBytes / blockBytes / 2) * blockBytes;
  return quietest.loudness === Number.POSITIVE_INFINITY ? last : middle;
}

export interface PartLimits {
  /** Of a part with its head. */
  readonly bytes: number;
  readonly seconds: number;
}

/** The file in parts that keep to the limits, each a WAV file of its own; the file itself where it does. */
export function wavParts(bytes: Uint8Array, shape: WavShape, limits: PartLimits): readonly Uint8Array[] {
  const { blockBytes, sampleRate } = shape;
  const byTime = Math.floor(limits.seconds * sampleRate) * blockBytes;
  const bySize = Math.floor((limits.bytes - headBytes) / blockBytes) * blockBytes;
  const most = Math.max(blockBytes, Math.min(byTime, bySize));
  if (bytes.length <= limits.bytes && shape.to - shape.from <= byTime) return [bytes];
  const view = viewOf(bytes);
  const parts: Uint8Array[] = [];
  for (let start = shape.from; start < shape.to; ) {
    const end = shape.to - start <= most ? shape.to : quietCut(view, shape, start, most);
    parts.push(wavFile(bytes.subarray(start, end), shape));
    start = end;
  }
  return parts;
}

type Format = Pick<WavShape, "sampleRate" | "channels" | "bitsPerSample" | "isFloat" | "blockBytes">;

function wavFile(data: Uint8Array, format: Format): Uint8Array {
  const { sampleRate, channels, bitsPerSample, isFloat, blockBytes } = format;
  const file = new Uint8Array(headBytes + data.length);
  const view = viewOf(file);
  const word = (at: number, letters: string): void => {
    for (let index = 0; index < letters.length; index++) file[at + index] = letters.charCodeAt(index);
  };
  word(0, "RIFF");
  view.setUint32(4, file.length - 8, true);
  word(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, isFloat ? floatFormat : plainFormat, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * blockBytes, true);
  view.setUint16(32, blockBytes, true);
  view.setUint16(34, bitsPerSample, true);
  word(36, "data");
  view.setUint32(40, data.length, true);
  file.set(data, headBytes);
  return file;
}

/** A file of one channel with 16 bits a sample. */
export function wavOf(samples: Float32Array, sampleRate: number): Uint8Array {
  const data = new Uint8Array(samples.length * 2);
  const view = viewOf(data);
  // An hour has sixty million of them: no iterator.
  for (let index = 0; index < samples.length; index++) {
    view.setInt16(index * 2, Math.round(Math.max(-1, Math.min(1, samples[index] ?? 0)) * 0x7fff), true);
  }
  return wavFile(data, { sampleRate, channels: 1, bitsPerSample: 16, isFloat: false, blockBytes: 2 });
}
