import type { ChangedPath, ChangedRun, ChangeList, RevertEnd } from "./changes.ts";
import type { RunId } from "./ids.ts";
import { type AsyncResult, ok } from "./result.ts";

/*
 * What /changes, /undo and /redo of a chat mean, for the terminal and for the agent that answers them. An /undo goes one run
 * further back each time, and a /redo the same way forward, as in an editor; a new run ends what /redo could bring back.
 */

/** The changes of one chat. */
export interface ChangeSource {
  list(after: RunId | null): AsyncResult<ChangeList>;
  revert(runIds: readonly RunId[], paths: readonly string[]): AsyncResult<RevertEnd>;
}

export type UndoPlan =
  | { readonly kind: "nothing" }
  /** No run of the chat changed what was named. */
  | { readonly kind: "unknown" }
  /** `files` go back; `stays` cannot: somebody else changed them since, or what they were is not kept. */
  | {
      readonly kind: "run";
      readonly run: ChangedRun;
      readonly files: readonly ChangedPath[];
      readonly stays: readonly ChangedPath[];
    };

export interface RedoPlan {
  readonly run: ChangedRun;
  readonly files: readonly ChangedPath[];
  /** The reverts that are taken back. */
  readonly reverts: readonly RunId[];
}

/** The run that `/undo` takes back; with a name, the last one that changed this file. */
export function findUndo(source: ChangeSource, named: string | null): AsyncResult<UndoPlan> {
  return firstOf<UndoPlan>(
    source,
    (runs) => (named === null ? lastOpen(runs) : lastOf(runs, named)),
    (runs) => (named === null || runs.some((run) => fileNamed(run, named)) ? { kind: "nothing" } : { kind: "unknown" }),
  );
}

/** What `/redo` brings back: of the runs that were taken back, the one that was last. Null where there is none. */
export function findRedo(source: ChangeSource): AsyncResult<RedoPlan | null> {
  return firstOf<RedoPlan | null>(
    source,
    (runs) => {
      const end = runs.findIndex((run) => run.files.some(isOpen));
      return end === -1 ? undefined : lastUndone(runs.slice(0, end + 1));
    },
    lastUndone,
  );
}

/** Takes back what was planned, and no file that was not shown. */
export function undoRun(
  { run, files }: { readonly run: ChangedRun; readonly files: readonly ChangedPath[] },
  source: ChangeSource,
) {
  return source.revert(
    [run.runId],
    files.map(({ path }) => path),
  );
}

export function redoRun({ reverts, files }: RedoPlan, source: ChangeSource) {
  return source.revert(
    reverts,
    files.map(({ path }) => path),
  );
}

/** Reads on, the newest run first, until something is found, or all is read. */
async function firstOf<Found>(
  source: ChangeSource,
  look: (runs: readonly ChangedRun[]) => Found | undefined,
  otherwise: (runs: readonly ChangedRun[]) => Found,
): AsyncResult<Found> {
  let runs: readonly ChangedRun[] = [];
  let after: RunId | null = null;
  do {
    const page: Awaited<ReturnType<ChangeSource["list"]>> = await source.list(after);
    if (!page.ok) return page;
    runs = [...runs, ...page.value.runs];
    const found = look(runs);
    if (found !== undefined) return ok(found);
    after = page.value.next;
  } while (after !== null);
  return ok(otherwise(runs));
}

/** The last run of which something can go back, with what of later ones cannot. */
function lastOpen(runs: readonly ChangedRun[]): UndoPlan | undefined {
  const at = runs.findIndex((run) => run.files.some(isOpen));
  const run = runs[at];
  if (run === undefined) return undefined;
  const stays = runs.slice(0, at + 1).flatMap(({ files }) => files.filter(isStuck));
  return { kind: "run", run, files: run.files.filter(isOpen), stays };
}

function lastOf(runs: readonly ChangedRun[], named: string): UndoPlan | undefined {
  for (const run of runs) {
    const file = fileNamed(run, named);
    if (file === undefined || file.standing === "reverted") continue;
    // What the person said to keep goes back where it is named.
    const goes = isOpen(file) || (file.standing === "kept" && file.lost === null);
    return { kind: "run", run, files: goes ? [file] : [], stays: goes ? [] : [file] };
  }
  return undefined;
}

function fileNamed(run: ChangedRun, named: string): ChangedPath | undefined {
  const name = named.replace(/^@/, "").replace(/^\.[/\\]/, "");
  return run.files.find((file) => file.name === name || file.path === name);
}

function lastUndone(runs: readonly ChangedRun[]): RedoPlan | null {
  const run = runs.findLast(({ files }) => files.some(isUndone));
  if (run === undefined) return null;
  const files = run.files.filter(isUndone);
  const reverts = files.flatMap(({ revertedBy }) => (revertedBy === null ? [] : [revertedBy]));
  return { run, files, reverts: [...new Set(reverts)] };
}

/** It stands as the agent left it, or places of it do. */
function isOpen({ lost, standing, apart }: ChangedPath): boolean {
  if (lost !== null) return false;
  return standing === "applied" || standing === "partly" || (standing === "changed" && apart > 0);
}

function isStuck(file: ChangedPath): boolean {
  const { standing } = file;
  return !isOpen(file) && (standing === "applied" || standing === "partly" || standing === "changed");
}

function isUndone({ standing, revertedBy }: ChangedPath): boolean {
  return revertedBy !== null && (standing === "reverted" || standing === "partly" || standing === "changed");
}
