import { type FileState, isSameState } from "./file-state.ts";
import type { PathChange, RunChanges } from "./manifest.ts";
import type { LeftWhy } from "./put-state.ts";
import type { ForeignChange, LookApart } from "./revert-apart.ts";
import { isChangedLater, knownState, leftBy, type RunFamily } from "./standing.ts";

export interface RevertStep {
  readonly path: string;
  readonly root: string;
  readonly from: FileState;
  readonly to: FileState;
  /** What is left of Perch's change then, where `to` holds what somebody else wrote as well. */
  readonly left?: FileState;
}

export interface LeftPath {
  readonly path: string;
  /** `touched`: some places went back, and those at `lines` stay, because somebody else changed them too. */
  readonly why: LeftWhy | "later" | "touched";
  readonly lines?: readonly number[];
}

export interface RevertPlan {
  readonly steps: readonly RevertStep[];
  readonly left: readonly LeftPath[];
}

interface PlanNeeds {
  readonly families: readonly RunFamily[];
  readonly family: RunFamily;
  /** The run, or the revert, that is taken back. */
  readonly target: RunChanges;
  /** All paths, or those that are named. */
  readonly paths: ReadonlySet<string> | null;
  readonly skipsKept: boolean;
  /** What stands at a path now, or will once what was planned before is done. */
  readonly now: (path: string, root: string) => Promise<FileState>;
  readonly lookApart: LookApart;
  /** Whether this content can be put back. */
  readonly isKept: (state: FileState) => Promise<boolean>;
}

/** How a run is taken back: where what it left stands there still, and around what somebody else wrote in a text since. */
export async function planRevert(needs: PlanNeeds): Promise<RevertPlan> {
  const { target, paths, skipsKept } = needs;
  const steps: RevertStep[] = [];
  const left: LeftPath[] = [];
  for (const change of target.paths.values()) {
    if (paths !== null && !paths.has(change.path)) continue;
    if (skipsKept && change.isKept) continue;
    const planned = await planPath(change, needs);
    if (planned.step !== undefined) steps.push(planned.step);
    if (planned.left !== undefined) left.push(planned.left);
  }
  return { steps: inOrder(steps), left };
}

interface PlannedPath {
  readonly step?: RevertStep;
  readonly left?: LeftPath;
}

const nothing: PlannedPath = {};

async function planPath(change: PathChange, needs: PlanNeeds): Promise<PlannedPath> {
  const { family, target } = needs;
  const { path, root, before: to } = change;
  const now = await needs.now(path, root);
  // Of a run what is left of it counts; a revert is taken back as it was.
  const own = leftBy(change, now);
  const known = target === family.run ? (knownState(family, path, now) ?? own) : own;
  if (isSameState(known, to) || isSameState(now, to)) return nothing;
  if (!isSameState(now, known)) return planForeign({ change, known, now }, needs);
  if (to.kind === "unkept" || now.kind === "unkept" || !(await needs.isKept(to))) {
    return { left: { path, why: "not-kept" } };
  }
  const step = { path, root, from: now, to };
  if (change.left === null) return { step };
  const before = { ...family, reverts: family.reverts.slice(0, family.reverts.indexOf(target)) };
  return { step: { ...step, left: knownState(before, path, now) ?? to } };
}

/** What somebody else changed since: their places stay, and with them what was changed beside them. */
async function planForeign(foreign: ForeignChange, needs: PlanNeeds): Promise<PlannedPath> {
  const { families, family, target, lookApart } = needs;
  const { path, root } = foreign.change;
  if (isChangedLater(family, path, foreign.now, families)) return { left: { path, why: "later" } };
  const apart = target === family.run ? await lookApart(foreign) : null;
  const kept = await apart?.keep();
  if (apart === null || kept === null || kept === undefined) return { left: { path, why: "changed" } };
  const step: RevertStep = { path, root, from: foreign.now, ...kept };
  return apart.stays.length === 0 ? { step } : { step, left: { path, why: "touched", lines: apart.stays } };
}

/** What is made again comes before what goes, so that a file that was moved is there at any time. */
function inOrder(steps: readonly RevertStep[]): readonly RevertStep[] {
  const replaced = steps.filter(
    ({ from, to }) => from.kind === "folder" && to.kind !== "absent" && to.kind !== "folder",
  );
  const isInReplaced = (path: string): boolean =>
    replaced.some((step) => path.startsWith(`${step.path}/`) || path.startsWith(`${step.path}\\`));
  const rank = ({ path, from, to }: RevertStep): number => {
    if (to.kind === "absent") return (from.kind === "folder" ? 1 : 0) + (isInReplaced(path) ? 0 : 4);
    return to.kind === "folder" ? 2 : 3;
  };
  const depth = ({ path, to }: RevertStep): number => (to.kind === "folder" ? path.length : -path.length);
  return steps.toSorted((a, b) => rank(a) - rank(b) || depth(a) - depth(b));
}
