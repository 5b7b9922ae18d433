import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";

/** What a chat asks for. */
export interface SpawnRequest {
  readonly parent: SessionKey;
  readonly runId: RunId;
  readonly callId: string;
  readonly label: string;
  readonly task: string;
  /** The name of a profile. */
  readonly agent: string | null;
  /** The call lasts until it has ended; one that nobody watches always does. */
  readonly waits: boolean;
  /** A person is there to answer, or may be waited for. */
  readonly isAttended: boolean;
  readonly progress: (text: string) => void;
}
