import type { PerchFact } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Clock } from "../host.ts";

/** Deltas of one session are merged for so long, in milliseconds. */
const mergeWindowMs = 16;

export type DeltaFact = Extract<PerchFact, { type: "message-delta" | "reasoning-delta" }>;

export interface DeltaMerger {
  add(delta: DeltaFact): void;
  /** Tells what is held back of one session, or of all. */
  flush(sessionKey?: SessionKey): void;
}

interface Lane {
  held: DeltaFact | null;
  parts: string[];
  timer: Disposable;
}

/** The first delta of a session is told at once; what follows within the window is told as one. */
export function createDeltaMerger(clock: Clock, tell: (delta: DeltaFact) => void): DeltaMerger {
  const lanes = new Map<SessionKey, Lane>();

  function release(lane: Lane): void {
    if (lane.held === null) return;
    const merged = { ...lane.held, text: lane.parts.join("") };
    lane.held = null;
    lane.parts = [];
    tell(merged);
  }

  function armed(key: SessionKey): Disposable {
    return clock.setTimer(mergeWindowMs, () => {
      const lane = lanes.get(key);
      if (lane === undefined) return;
      if (lane.held === null) {
        lanes.delete(key);
        return;
      }
      release(lane);
      lane.timer = armed(key);
    });
  }

  return {
    add(delta) {
      const lane = lanes.get(delta.sessionKey);
      if (lane === undefined) {
        lanes.set(delta.sessionKey, { held: null, parts: [], timer: armed(delta.sessionKey) });
        tell(delta);
        return;
      }
      if (lane.held !== null && (lane.held.type !== delta.type || lane.held.messageId !== delta.messageId)) {
        release(lane);
      }
      lane.held ??= delta;
      lane.parts.push(delta.text);
    },
    flush(sessionKey) {
      for (const key of sessionKey === undefined ? [...lanes.keys()] : [sessionKey]) {
        const lane = lanes.get(key);
        if (lane === undefined) continue;
        lane.timer[Symbol.dispose]();
        lanes.delete(key);
        release(lane);
      }
    },
  };
}
