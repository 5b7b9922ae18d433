import { type FileState, isSameState } from "./file-state.ts";
import type { RunChanges } from "./manifest.ts";
import type { LeftWhy } from "./put-state.ts";
import { knownState, leftBy, type RunFamily, standingOf } from "./standing.ts";

export interface RevertStep {
  readonly path: string;
  readonly root: string;
  readonly from: FileState;
  readonly to: FileState;
}

export interface LeftPath {
  readonly path: string;
  readonly why: LeftWhy | "later";
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
  /** Whether this content can be put back. */
  readonly isKept: (state: FileState) => Promise<boolean>;
}

/** How a run is taken back: only where what it left stands there still. */
export async function planRevert(needs: PlanNeeds): Promise<RevertPlan> {
  const { family, target, paths, families } = needs;
  const steps: RevertStep[] = [];
  const left: LeftPath[] = [];
  for (const change of target.paths.values()) {
    const { path, root, before: to } = change;
    if (paths !== null && !paths.has(path)) continue;
    if (needs.skipsKept && change.isKept) continue;
    const now = await needs.now(path, root);
    // Of a run what is left of it counts; a revert is taken back as it was.
    const own = leftBy(change, now);
    const known = target === family.run ? (knownState(family, path, now) ?? own) : own;
    if (isSameState(known, to)) continue;
    if (isSameState(now, to)) continue;
    if (!isSameState(now, known)) {
      left.push({ path, why: standingOf(family, path, now, families) === "later" ? "later" : "changed" });
      continue;
    }
    if (to.kind === "unkept" || now.kind === "unkept" || !(await needs.isKept(to))) {
      left.push({ path, why: "not-kept" });
      continue;
    }
    steps.push({ path, root, from: now, to });
  }
  return { steps: inOrder(steps), left };
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
