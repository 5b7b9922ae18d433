import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Media } from "../../src-preload/contract/records.ts";
import type { TextKey } from "../ui/text.ts";

/** What is wanted of a voice: its words at the caret, or those of the recordings of a message before it goes. */
type VoiceAim = "dictate" | "send";

/** A recording that is to be put into words: kept beside the chat, or here alone. */
export type Spoken =
  | { readonly kind: "attachment"; readonly media: Media }
  | { readonly kind: "here"; readonly file: File; readonly seconds: number };

/** Recordings of one chat, and what their words are for. */
export interface SpokenTask {
  readonly sessionKey: SessionKey;
  readonly aim: VoiceAim;
  readonly spoken: readonly Spoken[];
}

/** What a voice is doing, in one chat at a time. */
export type RecorderState =
  | { readonly kind: "idle" }
  /** Nothing is chosen for speech, or it cannot be asked: `message` says why, "" for nothing chosen. */
  | { readonly kind: "needs"; readonly sessionKey: SessionKey; readonly aim: VoiceAim; readonly message: string }
  /** Where recordings go is said, and waits for a yes. */
  | {
      readonly kind: "agreeing";
      readonly sessionKey: SessionKey;
      readonly aim: VoiceAim;
      readonly title: string;
      readonly address: string;
      readonly isLocal: boolean;
      /** What goes on after a yes. */
      readonly spoken: readonly Spoken[];
    }
  /** The browser asks for the microphone. */
  | { readonly kind: "asking"; readonly sessionKey: SessionKey }
  | { readonly kind: "recording"; readonly sessionKey: SessionKey; readonly since: number }
  | {
      readonly kind: "transcribing";
      readonly sessionKey: SessionKey;
      readonly aim: VoiceAim;
      readonly done: number;
      readonly parts: number;
    }
  /** Nothing could be recorded. */
  | { readonly kind: "no-microphone"; readonly sessionKey: SessionKey; readonly words: TextKey }
  /** There are no words; what was said is kept. */
  | {
      readonly kind: "failed";
      readonly sessionKey: SessionKey;
      readonly aim: VoiceAim;
      readonly message: string;
      readonly spoken: readonly Spoken[];
    };

export const idle: RecorderState = { kind: "idle" };

/** Something goes on that would be lost, or crossed, by beginning anew. */
export function isBusy({ kind }: RecorderState): boolean {
  return kind === "asking" || kind === "recording" || kind === "transcribing";
}
