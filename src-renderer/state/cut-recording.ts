import { maxAttachedBytes } from "../../src-preload/contract/bounds.ts";
import { wavOf, wavParts, wavShape } from "../../src-preload/contract/wav.ts";
import { text } from "../ui/text.ts";

/** What models of speech listen with; more is thrown away there. */
const sampleRate = 16_000;
const partSeconds = 10 * 60;

/** A recording as plain samples, in files that can be attached; null where the browser cannot decode it. */
export async function cutRecording(file: File): Promise<readonly File[] | null> {
  const context = new OfflineAudioContext({ numberOfChannels: 1, length: 1, sampleRate });
  let decoded: AudioBuffer;
  try {
    decoded = await context.decodeAudioData(await file.arrayBuffer());
  } catch (cause) {
    console.warn("a recording could not be decoded", cause);
    return null;
  }
  const whole = wavOf(oneChannel(decoded), sampleRate);
  const shape = wavShape(whole);
  if (shape === null) return null;
  const parts = wavParts(whole, shape, { bytes: maxAttachedBytes, seconds: partSeconds });
  const stem = file.name.replace(/\.[^.]*$/, "");
  return parts.map((part, index) => {
    const name =
      parts.length === 1 ? stem : text("voice.partName", { name: stem, part: index + 1, parts: parts.length });
    return new File([new Uint8Array(part)], `${name}.wav`, { type: "audio/wav" });
  });
}

function oneChannel(decoded: AudioBuffer): Float32Array {
  const [first = new Float32Array(), ...others] = Array.from({ length: decoded.numberOfChannels }, (_, index) =>
    decoded.getChannelData(index),
  );
  if (others.length === 0) return first;
  const share = 1 / decoded.numberOfChannels;
  return first.map((sample, at) => others.reduce((sum, channel) => sum + (channel[at] ?? 0), sample) * share);
}
