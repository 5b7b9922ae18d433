import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Mention } from "../../src-preload/contract/mentions.ts";
import type { Media } from "../../src-preload/contract/records.ts";
import type { Result } from "../../src-preload/contract/result.ts";

/** Something that was named, as it was read. */
export interface ReadMention {
  readonly title: string;
  readonly sessionKey: SessionKey | null;
  /** Milliseconds since 1970. */
  readonly date: number | null;
  readonly text: string;
  readonly isCut: boolean;
  /** What of it could not be read, as a sentence. */
  readonly problem?: string;
  readonly stranger?: string;
  readonly media?: readonly Media[];
}

/** Reads what an `@` names: handed in, so that the agent depends on no server. */
export interface MentionSource {
  /** Why it cannot be read is a sentence; null for what is no mention after all. Throws when it was stopped. */
  read(
    mention: Mention,
    wanted: { readonly own: SessionKey; readonly room: number },
    signal: AbortSignal,
  ): Promise<Result<ReadMention, string> | null>;
}
