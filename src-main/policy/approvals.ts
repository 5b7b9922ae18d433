import type { ApprovalId } from "../../src-preload/contract/ids.ts";
import type { ApprovalDecision } from "../../src-preload/contract/records.ts";

export interface Decided {
  readonly decision: ApprovalDecision;
  readonly note?: string;
  /** The person and the place. */
  readonly by?: string;
  /** The rule that decided, where it was no person. */
  readonly rule?: string;
}

/** The turns of this process that wait for a person. What they wait for stands in their transcripts, and outlives them. */
export interface Approvals {
  /** For as long as it takes; null when the signal ends it first. */
  wait(approvalId: ApprovalId, signal: AbortSignal): Promise<Decided | null>;
  /** False when no turn waits for it: the process that asked is gone. */
  decide(approvalId: ApprovalId, decided: Decided): boolean;
}

export function createApprovals(): Approvals {
  const waiting = new Map<ApprovalId, (decided: Decided) => void>();
  return {
    wait(approvalId, signal) {
      return new Promise((resolve) => {
        const aborted = (): void => {
          waiting.delete(approvalId);
          resolve(null);
        };
        if (signal.aborted) return aborted();
        signal.addEventListener("abort", aborted, { once: true });
        waiting.set(approvalId, (decided) => {
          signal.removeEventListener("abort", aborted);
          waiting.delete(approvalId);
          resolve(decided);
        });
      });
    },
    decide(approvalId, decided) {
      const wake = waiting.get(approvalId);
      wake?.(decided);
      return wake !== undefined;
    },
  };
}
