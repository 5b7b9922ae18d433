import type { MessageId, RunId } from "../../src-preload/contract/ids.ts";
import { isMarker, type SessionRecord } from "../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { SessionSummary } from "../../src-preload/contract/session.ts";
import type { EventBus } from "../bus/event-bus.ts";
import { createLane, type Lane } from "../bus/lane.ts";
import type { Session } from "../sessions/session-store.ts";
import type { RunTracker } from "./run-tracker.ts";

/** Makes records that hang under the tip of the branch as it is when their turn has come. */
type RecordBuilder<Records extends readonly SessionRecord[]> = (head: MessageId | null) => Records;

/** The only way into a transcript: first the disk, then the event that tells of it; one append a session at a time. */
export interface Journal {
  append<Records extends readonly SessionRecord[]>(
    session: Session,
    build: RecordBuilder<Records>,
    runId?: RunId,
  ): AsyncResult<Records>;
  /** Adds what was said elsewhere: many messages, which clients are not told one by one but that the chat is another now. */
  bring(session: Session, build: RecordBuilder<readonly SessionRecord[]>): AsyncResult<void>;
  /** Tells clients that the row of this chat changed. */
  changed(session: Session): void;
}

export function createJournal(events: EventBus, runs: RunTracker): Journal {
  const lanes = new WeakMap<Session, Lane>();

  function tell(session: Session, records: readonly SessionRecord[], runId: RunId | undefined): void {
    for (const record of records) {
      if (isMarker(record)) continue;
      const inRun = runId ?? record.runId;
      const run = inRun === undefined ? {} : { runId: inRun };
      events.publish({ topic: "session", type: "message-added", sessionKey: session.key, ...run, message: record });
    }
  }

  /** On disk a run in progress looks like one that was cut off: it has no end yet. */
  function rowOf(session: Session, isOn: boolean): SessionSummary {
    const row = session.summary();
    if (!isOn || row.state !== "interrupted") return row;
    const step = runs.stepOf(session.key);
    return { ...row, state: "running", ...(step === null ? {} : { step }) };
  }

  function created(session: Session): void {
    // What begins with a message is about to run.
    const summary = rowOf(session, true);
    events.publish({ topic: "session", type: "session-created", sessionKey: session.key, summary });
  }

  function laneOf(session: Session): Lane {
    const inTurn = lanes.get(session) ?? createLane();
    lanes.set(session, inTurn);
    return inTurn;
  }

  function changed(session: Session): void {
    const summary = rowOf(session, runs.view(session.key) !== null);
    const chosen = session.settings;
    events.publish({ topic: "session", type: "session-changed", sessionKey: session.key, summary, chosen });
  }

  return {
    append(session, build, runId) {
      // A record that could not be made fails its own append alone.
      return laneOf(session)(async () => {
        const isFirst = session.head === null;
        const records = build(session.head);
        const written = await session.append(records);
        if (!written.ok) return written;
        if (isFirst && session.head !== null) created(session);
        tell(session, records, runId);
        return ok(records);
      });
    },
    bring(session, build) {
      return laneOf(session)(async () => {
        const isFirst = session.head === null;
        const written = await session.append(build(session.head));
        if (!written.ok) return written;
        if (isFirst) created(session);
        else changed(session);
        events.publish({ topic: "session", type: "branch-changed", sessionKey: session.key, head: session.head });
        return ok(undefined);
      });
    },
    changed,
  };
}
