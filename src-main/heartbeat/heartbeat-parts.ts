import type { BeatLine, EndedBeat } from "../../src-preload/contract/heartbeat.ts";
import type { ReportDraft } from "../../src-preload/contract/inbox.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Clock, Log } from "../host.ts";
import type { MonthLog } from "../storage/month-log.ts";
import type { BeatRuns } from "./beat-runs.ts";

/** What the heartbeat tells of what it did. */
interface HeartbeatEvents {
  changed(): void;
  begun(beat: string): void;
  ended(line: EndedBeat): void;
}

export interface HeartbeatParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly lines: MonthLog<BeatLine>;
  readonly settings: () => AsyncResult<Settings>;
  /** The IANA time zone by whose clock the person lives; one that Intl knows. */
  readonly zoneOf: (settings: Settings) => string;
  /** The open items of HEARTBEAT.md; none where it is not there. */
  readonly items: () => AsyncResult<readonly string[]>;
  readonly runs: BeatRuns;
  /** Why no model may be asked, as a sentence; null where one may. */
  readonly usedUp: (settings: Settings) => Promise<string | null>;
  /** The person has paused whatever runs by itself. */
  readonly isPaused: (now: number) => Promise<boolean>;
  /** Null where nothing tells it. */
  readonly onBattery: () => Promise<boolean | null>;
  readonly report: (draft: Omit<ReportDraft, "stranger">) => AsyncResult<unknown>;
  readonly createBeatId: () => string;
  readonly events: HeartbeatEvents;
}
