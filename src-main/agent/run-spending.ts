import type { RunId } from "../../src-preload/contract/ids.ts";
import { Spent } from "./ask/spent.ts";

/** What the runs that are on use: a sub-agent finds there the run that it works for. */
export interface RunSpending {
  /** `limit`: of tokens. `worksFor`: the run that asked for it. */
  begin(runId: RunId, limit: number | null, worksFor: RunId | undefined): Spent;
  end(runId: RunId): void;
}

export function createRunSpending(): RunSpending {
  const on = new Map<RunId, Spent>();
  return {
    begin(runId, limit, worksFor) {
      const above = worksFor === undefined ? null : (on.get(worksFor) ?? null);
      const spent = new Spent(limit, above);
      on.set(runId, spent);
      return spent;
    },
    end: (runId) => void on.delete(runId),
  };
}
