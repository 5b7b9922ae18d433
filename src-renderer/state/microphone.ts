import { fail, ok } from "../../src-preload/contract/result.ts";
import type { Listening, ListeningEars, MicrophoneTrouble, OpenMicrophone } from "./listening.ts";

/** The first that the browser can write. */
const types = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];
/** Enough for speech, and little enough that an hour stays below the size of an attachment. */
const bitsPerSecond = 32_000;
const levelEveryMs = 100;

/** The microphone of this computer, through the browser. */
export const openMicrophone: OpenMicrophone = async (ears) => {
  const type =
    typeof MediaRecorder === "undefined" ? undefined : types.find((one) => MediaRecorder.isTypeSupported(one));
  if (navigator.mediaDevices === undefined || type === undefined) return fail("unsupported");
  const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true };
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio });
    return ok(listen(stream, new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: bitsPerSecond }), ears));
  } catch (cause) {
    return fail(troubleOf(cause));
  }
};

function troubleOf(cause: unknown): MicrophoneTrouble {
  const name = cause instanceof DOMException ? cause.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "none";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "unsupported";
}

function listen(stream: MediaStream, recorder: MediaRecorder, { onLevel, onEnd }: ListeningEars): Listening {
  const chunks: Blob[] = [];
  const meter = levelOf(stream);
  const timer = setInterval(() => onLevel(meter.now()), levelEveryMs);
  let isOver = false;
  const letGo = (): void => {
    isOver = true;
    clearInterval(timer);
    meter.close();
    for (const track of stream.getTracks()) track.stop();
  };
  for (const track of stream.getTracks()) {
    track.addEventListener("ended", () => {
      if (!isOver) onEnd();
    });
  }
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) chunks.push(data);
  });
  recorder.start();
  return {
    finish: () =>
      new Promise((resolve) => {
        const done = (): void => {
          letGo();
          resolve(chunks.length === 0 ? null : new Blob(chunks, { type: recorder.mimeType }));
        };
        if (recorder.state === "inactive") return done();
        recorder.addEventListener("stop", done, { once: true });
        recorder.stop();
      }),
    drop() {
      letGo();
      if (recorder.state !== "inactive") recorder.stop();
    },
  };
}

/** How loud the stream is: the height of its waves, with speech at about a half. */
function levelOf(stream: MediaStream): { now(): number; close(): void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  // Longer than the time between two looks: no sound falls between them.
  analyser.fftSize = 8192;
  context.createMediaStreamSource(stream).connect(analyser);
  const wave = new Float32Array(analyser.fftSize);
  return {
    now() {
      analyser.getFloatTimeDomainData(wave);
      const power = wave.reduce((sum, sample) => sum + sample * sample, 0) / wave.length;
      return Math.min(1, Math.sqrt(power) * 4);
    },
    close: () => void context.close(),
  };
}
