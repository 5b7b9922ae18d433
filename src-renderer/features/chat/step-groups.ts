import { burstsOf } from "../../../src-preload/contract/approval-bursts.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import type { Piece, Step } from "./turns.ts";

/** What one row of the rail shows. */
export type StepItem =
  | { readonly kind: "step"; readonly id: string; readonly step: Step }
  /** Neighbours that did the like. */
  | { readonly kind: "group"; readonly id: string; readonly steps: readonly Step[] }
  /** Calls that wait for one answer. */
  | { readonly kind: "burst"; readonly id: string; readonly steps: readonly Step[] };

/**
 * The rows of some steps: neighbours of one verb are one row, with the slips that the run got over among them. What waits,
 * was denied or cut off stands alone, and so does the step of `alone`.
 */
export function groupSteps(steps: readonly Step[], alone: string | null): readonly StepItem[] {
  const items: StepItem[] = [];
  let open: Step[] = [];
  const close = (): void => {
    items.push(...itemsOf(open));
    open = [];
  };
  const bursts = burstsOf(steps.flatMap((step) => (waits(step) ? [step.approval] : [])));
  for (const step of steps) {
    if (waits(step)) {
      // At the place of its first one, also where some between them are decided already.
      const burst = bursts.find(([leader]) => leader === step.approval);
      if (burst === undefined) continue;
      close();
      const isOther = (other: Step): boolean => other !== step && burst.some((one) => one === other.approval);
      items.push(burstItem(step, steps.filter(isOther)));
      continue;
    }
    const first = open[0];
    if (first !== undefined && !belongTogether(first, step, alone)) close();
    open = [...open, step];
  }
  close();
  return items;
}

function itemsOf(steps: readonly Step[]): readonly StepItem[] {
  const [first, second] = steps;
  if (first === undefined) return [];
  const id = first.callId;
  // A row that says what was done needs something that was.
  if (second !== undefined && steps.some(isWell)) return [{ kind: "group", id, steps }];
  return steps.map((step) => ({ kind: "step", id: step.callId, step }));
}

function burstItem(first: Step, others: readonly Step[]): StepItem {
  const id = first.callId;
  return others.length === 0 ? { kind: "step", id, step: first } : { kind: "burst", id, steps: [first, ...others] };
}

function belongTogether(a: Step, b: Step, alone: string | null): boolean {
  if (a.tool !== b.tool || a.words.done !== b.words.done || a.callId === alone || b.callId === alone) return false;
  return folds(a) && folds(b);
}

/** Asked about, and not answered. */
function waits(step: Step): step is Step & { readonly approval: PendingApproval } {
  return step.state === "waiting" && step.approval !== null;
}

function folds(step: Step): boolean {
  return isWell(step) || step.state === "error";
}

function isWell({ state }: Step): boolean {
  return state === "ok" || state === "running";
}

/**
 * A turn that folds to no less: one row that says what was done, and nothing said before the answer. A slip that the run got
 * over folds always.
 */
export function isOneRow(pieces: readonly Piece[]): boolean {
  const [first, ...others] = pieces.filter((piece) => piece.kind === "steps");
  if (first === undefined || others.length > 0 || pieces[0] !== first) return false;
  const items = groupSteps(first.steps, null);
  return items.length === 1 && first.steps.every(({ state }) => state !== "error");
}

/** What is left of a folded turn: what waits for the person, and the last failure of a run that failed. */
export function isAlwaysShown({ state, callId, approval }: Step, alone: string | null): boolean {
  return state === "waiting" || approval !== null || callId === alone;
}

/** The last step of a turn, where that failed: with the error of its run it says what went wrong. */
export function lastFailure(steps: readonly Step[], hasFailed: boolean): string | null {
  const last = hasFailed ? steps.findLast(({ state }) => state !== "queued" && state !== "unknown") : undefined;
  return last?.state === "error" ? last.callId : null;
}
