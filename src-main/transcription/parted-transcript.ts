import { createHash } from "node:crypto";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Transcript } from "../../src-preload/contract/transcription.ts";
import type { PartLimits } from "../../src-preload/contract/wav.ts";
import type { ResolvedEndpoint } from "../providers/resolve-model.ts";
import { text } from "../words.ts";
import { type CountedHeard, type CountingParts, countedUpload, type UploadFailure } from "./counted-upload.ts";
import { recordingLength } from "./recording-length.ts";
import { recordingType } from "./recording-type.ts";
import { type UploadPart, uploadParts } from "./upload-parts.ts";

export interface PartedParts extends CountingParts {
  /** Other limits than those of the usual endpoints. */
  readonly limits?: PartLimits;
}

export interface SpokenRecording {
  readonly sessionKey: SessionKey;
  /** The sender's own name for this, so that it can be stopped and its progress told. */
  readonly id: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** How long it is, where the sender knows. */
  readonly seconds?: number | undefined;
}

/** An endpoint that can be asked, and what is known of it. */
export interface ChosenPlace {
  readonly settings: Settings;
  readonly endpoint: ResolvedEndpoint;
  readonly address: string;
  readonly title: string;
  readonly isAgreed: boolean;
  readonly pricePerMinute: number | null;
}

/** So many parts of recordings that could not be put into words to their end are remembered. */
const mostRemembered = 100;

type PartedTranscript = (
  recording: SpokenRecording,
  place: ChosenPlace,
  signal: AbortSignal,
) => AsyncResult<Transcript>;

/** A recording, part by part. What was heard before one of them failed is not sent, nor paid for, a second time. */
export function createPartedTranscript(parts: PartedParts): PartedTranscript {
  const remembered = new Map<string, CountedHeard>();

  function remember(mark: string, heard: CountedHeard): void {
    remembered.set(mark, { ...heard, cost: 0 });
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
  }

  return async ({ sessionKey, id, bytes, name, seconds: told }, place, signal) => {
    const mediaType = recordingType(bytes, name);
    if (mediaType === null) return fail(contractError("invalid-input", text("transcription.notARecording")));
    const { seconds, isGuess } = recordingLength(bytes, mediaType, told);
    const cut = uploadParts(bytes, seconds, parts.limits);
    if (!cut.ok) return cut;
    const { language } = place.settings.transcription;
    const asked = { ...place, mediaType, language, sessionKey, purpose: "transcription", isGuess } as const;
    const marks = cut.value.map((part) => markOf(part, place, language));
    const heard: CountedHeard[] = [];
    for (const [done, part] of cut.value.entries()) {
      const at = { topic: "transcription", type: "transcription-progress", sessionKey, id } as const;
      parts.events.publish({ ...at, done, parts: cut.value.length });
      const mark = marks[done] ?? "";
      const known = remembered.get(mark);
      const now = known === undefined ? await countedUpload(parts, { ...asked, ...part }, signal) : ok(known);
      if (!now.ok) return fail(failureError(now.error, place));
      remember(mark, now.value);
      heard.push(now.value);
    }
    for (const mark of marks) remembered.delete(mark);
    return joined(heard);
  };
}

/** The same for the same part at the same endpoint alone. */
function markOf({ bytes }: UploadPart, { address, endpoint }: ChosenPlace, language: string | null): string {
  return JSON.stringify([address, endpoint.id, language, createHash("sha256").update(bytes).digest("hex")]);
}

function joined(heard: readonly CountedHeard[]): Result<Transcript, ContractError> {
  const words = heard.map((part) => part.text).filter((part) => part !== "");
  if (words.length === 0) return fail(contractError("model", text("transcription.silent"), { kind: "silent" }));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const costs = heard.map(({ cost }) => cost).filter((cost) => cost !== null);
  const cost = costs.length === heard.length ? sum(costs) : null;
  return ok({ text: words.join(" "), seconds: sum(heard.map(({ seconds }) => seconds)), cost });
}

function failureError(failure: UploadFailure, { title }: ChosenPlace): ContractError {
  if (failure.kind === "refused") return failure.error;
  const { kind, userMessage } = failure.error;
  if (kind === "aborted") return contractError("cancelled", text("transcription.stopped"));
  const message = kind === "not_found" ? text("transcription.noSuchPath", { title, reason: userMessage }) : userMessage;
  return contractError(kind === "timeout" ? "timeout" : "model", message, { kind });
}
