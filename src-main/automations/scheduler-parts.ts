import type { Job, SlotLine } from "../../src-preload/contract/automations.ts";
import type { Clock, Log } from "../host.ts";
import type { JobRuns } from "./job-runs.ts";
import type { JobStore } from "./job-store.ts";
import type { PauseStore } from "./pause.ts";
import type { SlotLog } from "./slot-log.ts";

export type LineOf<Kind extends SlotLine["kind"]> = Extract<SlotLine, { kind: Kind }>;

/** What the scheduler tells of what it did. */
interface SchedulerEvents {
  /** Something of the jobs or their runs is another now. */
  changed(): void;
  begun(job: Job, line: LineOf<"begun">): void;
  /** Keeps what is to be told of it, before its end is written: a kill between the two loses nothing. */
  ending(job: Job, line: LineOf<"ended">): Promise<void>;
  ended(job: Job, line: LineOf<"ended">): void;
  /** Times that nothing could run (`missed`), or one that the person is asked about (`asked`). */
  missed(job: Job, line: LineOf<"missed" | "asked">): Promise<void>;
  /** It failed so often that it is run no more. */
  stopped(job: Job, reason: string): Promise<void>;
}

export interface SchedulerParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<JobStore, "change" | "list">;
  readonly slots: SlotLog;
  readonly runs: JobRuns;
  readonly pause: Pick<PauseStore, "current" | "isPaused">;
  readonly events: SchedulerEvents;
}
