/** The owner of a home, as `perch status` shows it. Times are milliseconds. */
export interface Status {
  readonly version: string;
  readonly pid: number;
  readonly home: string;
  readonly startedAt: number;
  readonly uptimeMs: number;
  readonly model: string | null;
  readonly runs: readonly {
    readonly sessionKey: string;
    readonly runId: string;
    readonly state: "running" | "waiting";
  }[];
  readonly pendingApprovals: number;
  readonly memoryBytes: number;
}

export type CheckState = "ok" | "warning" | "broken";

/** One line of the doctor: what was looked at, what was found, and what to do where it is not well. */
export interface Check {
  readonly name: string;
  readonly state: CheckState;
  readonly message: string;
  readonly nextStep?: string;
}

export interface DoctorReport {
  readonly checks: readonly Check[];
  readonly broken: boolean;
}
