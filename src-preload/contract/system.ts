import type { ModelProblemCode, StageResult } from "./window.ts";

/** How the owner of a home runs: `perch serve`, a command of the terminal, the desktop app. */
export type OwnerPlace = "browser" | "terminal" | "desktop";

/** The owner of a home, as `perch status` shows it. Times are milliseconds. */
export interface Status {
  readonly version: string;
  readonly pid: number;
  readonly home: string;
  /** Where its person sees it. */
  readonly place: OwnerPlace;
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

/** The checks of the doctor, in their order; stable, for programs. */
type CheckId =
  | "runtime"
  | "settings"
  | "network"
  | "model"
  | "fallback"
  | "mcp"
  | "home"
  | "disk"
  | "jobs"
  | "secrets"
  | "search"
  | "sandbox"
  | "sessions"
  | "web-search"
  | "recall"
  | "clock";

/** One line of the doctor: what was looked at, what was found, and what to do where it is not well. */
export interface Check {
  readonly id: CheckId;
  readonly name: string;
  readonly state: CheckState;
  readonly message: string;
  /** Of every check that is not well. */
  readonly nextStep?: string;
  /** Of a model that cannot be used: why, and how far its test came. */
  readonly code?: ModelProblemCode;
  readonly stages?: readonly StageResult[];
}

export interface DoctorReport {
  readonly checks: readonly Check[];
  readonly broken: boolean;
}

/** Whether this machine can confine commands; where it cannot, why and what to do about it, as sentences. */
export type SandboxReport =
  | { readonly kind: "ready" }
  | { readonly kind: "unavailable"; readonly reason: string; readonly nextStep: string | null };
