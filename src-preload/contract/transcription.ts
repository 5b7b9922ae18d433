import { z } from "./zod.ts";

/*
 * Putting speech into words: where that is done, and what is asked of it. Money is US dollars.
 */

/** So many bytes of a recording go with one request; a longer one is cut. */
export const maxUploadBytes = 25 * 1024 * 1024;

/** The sender's own name for what it asks, so that it can be stopped. */
export const transcriptionIdSchema = z.string().min(1).max(100);

interface ReadyTranscription {
  readonly kind: "ready";
  /** `openai/whisper-1`. */
  readonly modelId: string;
  /** The provider as people write it. */
  readonly title: string;
  /** Where recordings go: the base address, without credentials. */
  readonly address: string;
  readonly isLocal: boolean;
  /** Somebody was told where recordings go, and said yes. */
  readonly isAgreed: boolean;
  /** For a minute; null where it is not known. */
  readonly pricePerMinute: number | null;
}

/** Where speech is put into words. */
export type TranscriptionPlace =
  | ReadyTranscription
  /** Nothing is chosen. */
  | { readonly kind: "none" }
  /** What is chosen cannot be asked, and why. */
  | { readonly kind: "broken"; readonly message: string };

/** What came of a recording. */
export interface Transcript {
  readonly text: string;
  /** How long it is, as far as that is known. */
  readonly seconds: number;
  /** Null where the model has no price. */
  readonly cost: number | null;
}

/** What came of a test; its sound is made for it and nobody's voice. */
export type TranscriptionTest =
  | { readonly kind: "passed"; readonly tookMs: number; readonly message: string }
  | { readonly kind: "failed"; readonly tookMs: number; readonly message: string; readonly nextStep: string };
