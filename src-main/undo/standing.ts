import type { RunId } from "../../src-preload/contract/ids.ts";
import { type FileState, isSameState } from "./file-state.ts";
import type { PathChange, RunChanges } from "./manifest.ts";

/** A run with what was taken back of it since. */
export interface RunFamily {
  readonly run: RunChanges;
  /** Reverts of it, reverts of those, and so on, in their order. */
  readonly reverts: readonly RunChanges[];
}

/** How a run's change of a path stands now. */
export type Standing = "applied" | "reverted" | "partly" | "later" | "changed";

/** The runs of the agent, the oldest first, each with what was taken back of it. */
export function familiesOf(all: readonly RunChanges[]): readonly RunFamily[] {
  const roots = new Map<RunId, RunId>();
  const reverts = new Map<RunId, RunChanges[]>();
  for (const one of all) {
    const root = one.of === undefined ? one.runId : (roots.get(one.of) ?? one.of);
    roots.set(one.runId, root);
    if (one.of === undefined) continue;
    const known = reverts.get(root);
    if (known === undefined) reverts.set(root, [one]);
    else known.push(one);
  }
  return all.filter(({ of }) => of === undefined).map((run) => ({ run, reverts: reverts.get(run.runId) ?? [] }));
}

/** The family that a run or a revert belongs to; null where it is not known any more. */
export function familyOf(families: readonly RunFamily[], runId: RunId): RunFamily | null {
  return families.find(({ run, reverts }) => run.runId === runId || reverts.some((one) => one.runId === runId)) ?? null;
}

/**
 * What stood at the path after this manifest's own writes. Of a write that a kill cut off it is told by what stands there
 * (`now`): what was found or what was to come. Without that it is taken for done.
 */
export function leftBy({ after, found, next, before }: PathChange, now?: FileState): FileState {
  if (after !== null) return after;
  if (now !== undefined && isSameState(now, found)) return found;
  if (now !== undefined && next !== null && isSameState(now, next, false)) return now;
  return next ?? before;
}

/** What Perch left at the path, as far as this run and what was taken back of it go. */
export function knownState({ run, reverts }: RunFamily, path: string, now?: FileState): FileState | null {
  const own = run.paths.get(path);
  if (own === undefined) return null;
  return reverts.reduce(
    (state, revert) => {
      const change = revert.paths.get(path);
      if (change === undefined) return state;
      const made = leftBy(change, now);
      if (change.left === null) return made;
      // One that went around what somebody else wrote: theirs is not counted as Perch's.
      return isSameState(made, change.found) ? state : change.left;
    },
    leftBy(own, now),
  );
}

/** `now` is what stands there; `families` are all of the chat, the oldest first. */
export function standingOf(family: RunFamily, path: string, now: FileState, families: readonly RunFamily[]): Standing {
  const own = family.run.paths.get(path);
  const known = knownState(family, path, now);
  if (own === undefined || known === null) return "changed";
  if (isSameState(known, own.before)) return "reverted";
  if (isSameState(known, now)) return isSameState(known, leftBy(own, now)) ? "applied" : "partly";
  if (isSameState(now, own.before)) return "reverted";
  const later = families.slice(families.indexOf(family) + 1);
  const isLater = later.some((one) => {
    const state = knownState(one, path, now);
    return state !== null && isSameState(state, now);
  });
  return isLater ? "later" : "changed";
}

/** Whether a later run of the chat changed the path too, and that was not taken back. */
export function isChangedLater(
  family: RunFamily,
  path: string,
  now: FileState,
  families: readonly RunFamily[],
): boolean {
  return families.slice(families.indexOf(family) + 1).some((later) => {
    const change = later.run.paths.get(path);
    const known = knownState(later, path, now);
    return change !== undefined && known !== null && !isSameState(known, change.before);
  });
}

/** The last revert of this path that was not itself taken back; null where there is none. */
export function revertInForce({ run, reverts }: RunFamily, path: string): RunId | null {
  const ofPath = reverts.filter(({ paths }) => paths.has(path));
  const isInForce = (one: RunChanges): boolean => !ofPath.some((next) => next.of === one.runId && isInForce(next));
  return ofPath.findLast((one) => one.of === run.runId && isInForce(one))?.runId ?? null;
}
