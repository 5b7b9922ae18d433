import type { SessionKey } from "../../../src-preload/contract/ids.ts";

/** A file that is open in a tab beside a chat. */
export interface OpenFile {
  readonly sessionKey: SessionKey;
  /** In the chat's work folder. */
  readonly path: string;
}
