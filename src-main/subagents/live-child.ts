import type { SubagentRecord, SubagentView } from "../../src-preload/contract/subagents.ts";
import type { ChildEnd } from "./child-end.ts";
import type { ChildTask } from "./child-runs.ts";

/** A sub-agent of this process, until its chat is told what came of it. */
export interface LiveChild {
  record: SubagentRecord;
  state: SubagentView["state"];
  iteration: number;
  readonly task: ChildTask;
  readonly abort: AbortController;
  /** Where the call that waits for it shows what it does. */
  readonly progress: (text: string) => void;
  /** Its chat begins anew or is gone: nothing of it is told there. */
  isForgotten: boolean;
}

export function isOn({ state }: Pick<LiveChild, "state">): boolean {
  return state !== "ended";
}

/** How it stands, for whoever looks. */
export function viewOf(
  { record, state, iteration }: Pick<LiveChild, "record" | "state" | "iteration">,
  step: SubagentView["step"],
): SubagentView {
  const { isTold: _, ...shown } = record;
  return { ...shown, state, iteration, step };
}

/** One of an earlier process, or one that has ended. */
export function viewOfRecord(record: SubagentRecord): SubagentView {
  return viewOf({ record, state: "ended", iteration: 0 }, null);
}

/** What is kept of it with its end. */
export function endedRecord(record: SubagentRecord, { outcome, reason, tokens }: ChildEnd): SubagentRecord {
  return { ...record, outcome, reason, tokens: Math.max(record.tokens, tokens) };
}
