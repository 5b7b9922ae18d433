import type { Result } from "../../src-preload/contract/result.ts";

/** Why nothing can be recorded. */
export type MicrophoneTrouble = "refused" | "none" | "busy" | "unsupported";

/** The microphone, while it is listened to. */
export interface Listening {
  /** Ends it; what was heard, or null where nothing was. */
  finish(): Promise<Blob | null>;
  /** Ends it, and nothing of it is left. */
  drop(): void;
}

export interface ListeningEars {
  /** How loud it is now, from 0 to 1; some ten times a second. */
  readonly onLevel: (level: number) => void;
  /** It was unplugged, or taken away. */
  readonly onEnd: () => void;
}

/** Asks for the microphone and begins to listen. */
export type OpenMicrophone = (ears: ListeningEars) => Promise<Result<Listening, MicrophoneTrouble>>;
