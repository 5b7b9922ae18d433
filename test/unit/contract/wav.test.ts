import { expect, it } from "vitest";
import { type PartLimits, wavOf, wavParts, wavSeconds, wavShape } from "../../../src-preload/contract/wav.ts";
import { speechRate, spokenWav } from "../../support/spoken-wav.ts";

const noLimit: PartLimits = { bytes: 1e9, seconds: 1e9 };

function cut(bytes: Uint8Array, limits: Partial<PartLimits>): readonly Uint8Array[] {
  const shape = wavShape(bytes);
  if (shape === null) throw new Error("no WAV file");
  return wavParts(bytes, shape, { ...noLimit, ...limits });
}

function samplesOf(bytes: Uint8Array): Uint8Array {
  const shape = wavShape(bytes);
  if (shape === null) throw new Error("no WAV file");
  return bytes.slice(shape.from, shape.to);
}

const secondsOf = (bytes: Uint8Array): number => samplesOf(bytes).length / 2 / speechRate;

it("a recording is cut in the middle of the last pause that a part has room for", () => {
  const [first = 0, second = 0, ...rest] = cut(spokenWav(30, [8, 18]), { seconds: 10 }).map(secondsOf);
  expect(first).toBeGreaterThan(8);
  expect(first).toBeLessThan(9);
  expect(first + second).toBeGreaterThan(18);
  expect(first + second).toBeLessThan(19);
  expect(rest.every((seconds) => seconds <= 10)).toBe(true);
});

it("nothing is lost and nothing is said twice, and every part is a file within the limits", () => {
  const whole = spokenWav(25, [3, 9, 15, 21]);
  const parts = cut(whole, { bytes: 200_000 });
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.every((part) => part.length <= 200_000 && wavShape(part) !== null)).toBe(true);
  expect(Buffer.concat(parts.map(samplesOf)).equals(samplesOf(whole))).toBe(true);
});

it("a recording without a pause is cut all the same, and one that fits stays as it is", () => {
  expect(cut(spokenWav(5), { seconds: 2 }).every((part) => secondsOf(part) <= 2)).toBe(true);
  const short = spokenWav(2);
  expect(cut(short, { seconds: 2 })).toEqual([short]);
});

it("several channels and other samples are cut between whole moments", () => {
  const shape = {
    sampleRate: 8000,
    channels: 2,
    bitsPerSample: 24,
    isFloat: false,
    from: 44,
    to: 44 + 60_000,
    blockBytes: 6,
  };
  const bytes = new Uint8Array(44 + 60_000).fill(7);
  const parts = wavParts(bytes, shape, { bytes: 20_003, seconds: 1e9 });
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.every((part) => (part.length - 44) % 6 === 0)).toBe(true);
  expect(parts.map((part) => wavShape(part)?.channels)).toEqual(parts.map(() => 2));
});

it.each([
  ["nothing", new Uint8Array()],
  ["words", new TextEncoder().encode("RIFF and WAVE are words of a text, and this one is long enough for a head")],
  ["a head alone", spokenWav(1).slice(0, 40)],
  ["no channel", withByte(spokenWav(1), 22, 0)],
  ["compressed samples", withByte(spokenWav(1), 20, 85)],
  ["a chunk of no end", withByte(withByte(spokenWav(1), 36, 0x78), 43, 0xff)],
])("%s is no WAV file", (_, bytes) => {
  expect(wavShape(bytes)).toBeNull();
});

it("a head that promises more than there is, is taken as far as it goes", () => {
  const shape = wavShape(spokenWav(2).slice(0, 44 + speechRate * 2));
  expect(shape === null ? 0 : wavSeconds(shape)).toBe(1);
});

it("samples that are too loud are cut off at the loudest", () => {
  const file = wavOf(Float32Array.of(2, -2, 0), speechRate);
  const view = new DataView(file.buffer);
  expect([44, 46, 48].map((at) => view.getInt16(at, true))).toEqual([0x7fff, -0x7fff, 0]);
});

function withByte(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const changed = bytes.slice();
  changed[at] = value;
  return changed;
}
