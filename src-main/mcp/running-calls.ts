import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";

interface WhichCall {
  readonly sessionKey: SessionKey;
  readonly runId: RunId;
  readonly callId: string;
}

/** The calls that are on now, so that a person can stop one of them and leave its run going on. */
export interface RunningCalls {
  /** Aborted once the person stops it; the call is over when this is disposed of. */
  begin(call: WhichCall): Disposable & { readonly signal: AbortSignal };
  /** False where no such call is on. */
  stop(call: WhichCall): boolean;
}

export function createRunningCalls(): RunningCalls {
  const running = new Map<string, AbortController>();
  return {
    begin(call) {
      const stopped = new AbortController();
      running.set(nameOf(call), stopped);
      return {
        signal: stopped.signal,
        [Symbol.dispose]() {
          if (running.get(nameOf(call)) === stopped) running.delete(nameOf(call));
        },
      };
    },
    stop(call) {
      const found = running.get(nameOf(call));
      found?.abort();
      return found !== undefined;
    },
  };
}

function nameOf({ sessionKey, runId, callId }: WhichCall): string {
  return JSON.stringify([sessionKey, runId, callId]);
}
