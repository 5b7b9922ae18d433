import {
  type ChangedPath,
  type ChangedRun,
  type ChangeStanding,
  type ChangeStatus,
  maxChangedPaths,
} from "../../src-preload/contract/changes.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { type StateText, type TextTools, textOfState } from "./contents.ts";
import type { FileState } from "./file-state.ts";
import type { PathChange, RunChanges } from "./manifest.ts";
import { movedFiles } from "./moved-files.ts";
import type { LookApart } from "./revert-apart.ts";
import { isChangedLater, knownState, leftBy, type RunFamily, revertInForce, standingOf } from "./standing.ts";
import { hunksBetween } from "./text-hunks.ts";

export interface ListNeeds {
  readonly families: readonly RunFamily[];
  readonly now: (path: string, root: string) => Promise<FileState>;
  readonly objects: ObjectStore;
  readonly texts: TextTools;
  readonly lookApart: LookApart;
  /** Lines by the two contents: they never change. */
  readonly counts: Map<string, LineCount>;
}

export interface LineCount {
  readonly added: number | null;
  readonly removed: number | null;
}

/** A run as a person sees it: files and links; folders come and go with what is in them. */
export async function describeRun(family: RunFamily, needs: ListNeeds): Promise<ChangedRun> {
  const { run } = family;
  const { shown, more } = shownChanges(run);
  const files: ChangedPath[] = [];
  for (const one of shown) files.push(await describePath(one, family, needs));
  return {
    runId: run.runId,
    at: run.at,
    files: files.toSorted((a, b) => a.name.localeCompare(b.name, "en")),
    more,
    foreign: [...run.foreign].slice(0, maxChangedPaths).map((path) => nameIn(path, run.workFolder)),
    hasUntracked: run.untracked.length > 0,
  };
}

interface ShownChange {
  readonly change: PathChange;
  /** The place where it lay before it was moved. */
  readonly origin: PathChange | undefined;
  readonly status: ChangeStatus;
}

/** The changes of a run that are told, and how many more there are. A file that was moved is one. */
export function shownChanges(run: RunChanges): { readonly shown: readonly ShownChange[]; readonly more: number } {
  const moved = movedFiles(run);
  const origins = new Set(moved.values());
  const all = [...run.paths.values()].filter((change) => isShown(change) && !origins.has(change.path));
  const shown = all.slice(0, maxChangedPaths).map((change) => {
    const from = moved.get(change.path);
    const origin = from === undefined ? undefined : run.paths.get(from);
    return { change, origin, status: origin === undefined ? statusOf(change) : ("renamed" as const) };
  });
  return { shown, more: all.length - shown.length };
}

/** A write that was begun and not made is no change. */
export function isShown(change: PathChange): boolean {
  const after = leftBy(change);
  return change.before.kind !== "folder" && after.kind !== "folder" && isOther(change.before, after);
}

function isOther(a: FileState, b: FileState): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}

async function describePath(
  { change, origin, status }: ShownChange,
  family: RunFamily,
  needs: ListNeeds,
): Promise<ChangedPath> {
  const { path, root, before, by, isMixed } = change;
  const now = await needs.now(path, root);
  const after = leftBy(change, now);
  const standing = standingOf(family, path, now, needs.families);
  const known = knownState(family, path, now) ?? after;
  const isForeign = standing === "changed" && !isChangedLater(family, path, now, needs.families);
  const shownAfter = standing === "partly" ? known : after;
  return {
    path,
    name: nameIn(path, family.run.workFolder),
    status,
    movedFrom: origin === undefined ? null : nameIn(origin.path, family.run.workFolder),
    ...(await countLines(origin?.before ?? before, shownAfter, needs)),
    standing: shownStanding(standing, change),
    apart: isForeign ? ((await needs.lookApart({ change, known, now }))?.taken ?? 0) : 0,
    revertedBy: revertInForce(family, path),
    lost: await lostOf(origin?.before ?? before, after, needs.objects),
    by,
    isMixed,
  };
}

function shownStanding(standing: ChangeStanding, { isKept }: PathChange): ChangeStanding {
  return isKept && (standing === "applied" || standing === "partly") ? "kept" : standing;
}

function statusOf(change: PathChange): ChangeStatus {
  if (change.before.kind === "absent") return "added";
  return leftBy(change).kind === "absent" ? "deleted" : "modified";
}

async function lostOf(before: FileState, after: FileState, objects: ObjectStore): Promise<ChangedPath["lost"]> {
  if (before.kind === "unkept" || after.kind === "unkept") return "too-large";
  return before.kind === "file" && !(await objects.has(before.hash)) ? "not-kept" : null;
}

const unknown: LineCount = { added: null, removed: null };

export async function countLines(before: FileState, after: FileState, needs: ListNeeds): Promise<LineCount> {
  const key = `${JSON.stringify(before)} ${JSON.stringify(after)}`;
  const known = needs.counts.get(key);
  if (known !== undefined) return known;
  const [old, next] = [await textOf(before, needs), await textOf(after, needs)];
  const hunks = old.ok && next.ok ? await hunksBetween(old.value.text, next.value.text) : null;
  const count = hunks === null ? unknown : { added: hunks.added, removed: hunks.removed };
  // What is missing now was there before, and may be told again by another run.
  if (old.ok && next.ok) needs.counts.set(key, count);
  return count;
}

function textOf(state: FileState, { objects, texts }: ListNeeds): Promise<StateText> {
  return textOfState(state, objects, texts);
}

/** Below the work folder, with `/`; else as it is. */
export function nameIn(path: string, workFolder: string): string {
  const [file, top] = [path.replaceAll("\\", "/"), workFolder.replaceAll("\\", "/")];
  return file.startsWith(`${top}/`) ? file.slice(top.length + 1) : path;
}
