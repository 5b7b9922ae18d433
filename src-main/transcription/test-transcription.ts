import { sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { TranscriptionTest } from "../../src-preload/contract/transcription.ts";
import { wavOf } from "../../src-preload/contract/wav.ts";
import type { ModelError } from "../models/model.ts";
import { explainEndpoint } from "../providers/diagnosis/explain-endpoint.ts";
import { text } from "../words.ts";
import { type CountingParts, countedUpload } from "./counted-upload.ts";
import type { ChosenPlace } from "./parted-transcript.ts";
import type { Transcription } from "./transcription.ts";

const sampleRate = 16_000;
const seconds = 1;
const pitch = 440;
/** Where what a test costs counts: it is of no chat. */
const testKey = sessionKeySchema.parse("system:transcription-test");

/** A second of a soft tone: nobody's voice goes to an endpoint that nobody has agreed to yet. */
function testSound(): Uint8Array {
  const samples = Float32Array.from({ length: sampleRate * seconds }, (_, index) => {
    return 0.1 * Math.sin((2 * Math.PI * pitch * index) / sampleRate);
  });
  return wavOf(samples, sampleRate);
}

/** Sends a short sound to what is chosen. What goes wrong is looked into as it is for a model of a chat. */
export async function testTranscription(
  transcription: Pick<Transcription, "chosen">,
  parts: CountingParts,
  signal: AbortSignal,
): AsyncResult<TranscriptionTest> {
  const place = await transcription.chosen();
  if (!place.ok) return ok({ kind: "failed", tookMs: 0, message: place.error.message, nextStep: "" });
  const started = parts.host.monotonic();
  const { endpoint, settings, pricePerMinute, title } = place.value;
  const sound = { bytes: testSound(), mediaType: "audio/wav", language: settings.transcription.language };
  const asked = { ...sound, endpoint, settings, pricePerMinute, seconds, isGuess: false };
  const heard = await countedUpload(parts, { ...asked, sessionKey: testKey, purpose: "test" }, signal);
  const tookMs = parts.host.monotonic() - started;
  if (heard.ok) return ok({ kind: "passed", tookMs, message: text("transcription.testPassed", { title }) });
  if (heard.error.kind === "refused") {
    return ok({ kind: "failed", tookMs, message: heard.error.error.message, nextStep: "" });
  }
  return ok({ kind: "failed", tookMs, ...(await explained(heard.error.error, place.value, tookMs, parts)) });
}

/** Why it failed and what to do next, in words for a person. */
async function explained(error: ModelError, { endpoint }: ChosenPlace, tookMs: number, { host }: CountingParts) {
  const problem = await explainEndpoint({ endpoint, error, tookMs }, host);
  return { message: problem.message, nextStep: problem.isMissing ? text("transcription.needsPath") : problem.nextStep };
}
