import { join } from "node:path";
import type { ChangeDiff, ChangedRun, ChangeList, RevertEnd } from "../../src-preload/contract/changes.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { IdMint, RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { Clock, Log } from "../host.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import type { IdleTimes } from "../processes/idle-times.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { createObjectStore } from "../storage/object-store.ts";
import { storageError } from "../storage/storage-error.ts";
import type { PathLock } from "../tools/path-lock.ts";
import { text } from "../words.ts";
import { countLines, describeRun, isShown, type LineCount, type ListNeeds } from "./change-list.ts";
import { createOpenCommands, type OpenCommands } from "./command-watch.ts";
import type { TextTools } from "./contents.ts";
import { createFileChanges, type DiffRequest, endOf, type HunksRequest } from "./file-changes.ts";
import { absent, type FileState } from "./file-state.ts";
import { lookAt } from "./look.ts";
import type { RunChanges } from "./manifest.ts";
import { createManifestLog } from "./manifest-log.ts";
import { movedFiles } from "./moved-files.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import { createLookApart } from "./revert-apart.ts";
import { planRevert } from "./revert-plan.ts";
import { createReverter } from "./reverter.ts";
import { createRunNews, type TellRunNews } from "./run-news.ts";
import { createScanIndex } from "./scan-index.ts";
import { createSpaceKeeper, type SpaceKeeper } from "./space-keeper.ts";
import { familiesOf, familyOf, type RunFamily } from "./standing.ts";
import { createTidyGate } from "./tidy-gate.ts";

export interface UndoNeeds {
  /** `undo/` of Perch's home. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly ids: Pick<IdMint, "run">;
  readonly files: FileSystem;
  readonly guard: PathGuard;
  /** The locks of the file tools. */
  readonly locks: PathLock;
  readonly texts: TextTools;
  /** A place whose only root is this folder; null where it is gone. */
  readonly placeOf: (root: string) => Promise<PathContext | null>;
  readonly watchIdle: () => IdleTimes;
}

export interface UndoStore {
  readonly recorder: Recorder;
  readonly commands: OpenCommands;
  readonly space: SpaceKeeper;
  readonly news: TellRunNews;
  /** Lines by which two states of a file differ. */
  lines(before: FileState, after: FileState): Promise<LineCount>;
  list(sessionKey: SessionKey, asked: ListRequest): AsyncResult<ChangeList>;
  diff(sessionKey: SessionKey, asked: DiffRequest): AsyncResult<ChangeDiff>;
  /** Takes back runs, or reverts, in the order in which they are named. */
  revert(sessionKey: SessionKey, runIds: readonly RunId[], paths: RevertedPaths): AsyncResult<RevertEnd>;
  revertHunks(sessionKey: SessionKey, asked: HunksRequest): AsyncResult<RevertEnd>;
  /** The runs that began at this moment or later, the newest first. */
  runsSince(sessionKey: SessionKey, at: number): AsyncResult<readonly RunId[]>;
  keep(sessionKey: SessionKey, asked: KeepRequest): AsyncResult<void>;
}

/** All of a run, all but what the person has said to keep, or what is named. */
type RevertedPaths = "all" | "not-kept" | readonly string[];

interface ListRequest {
  readonly runId?: RunId | undefined;
  /** The run after which the answer goes on. */
  readonly after?: RunId | undefined;
  readonly limit: number;
}

interface KeepRequest {
  readonly runId: RunId;
  readonly paths: readonly string[];
  readonly kept: boolean;
}

/** Opens `undo/`, and finishes what a process that is gone had begun there. */
export async function openUndoStore(needs: UndoNeeds): Promise<UndoStore> {
  const parts = openParts(needs);
  await parts.reverter.finishOpen();
  const { folder } = needs;
  const { manifests, recorder, commands, space, fileChanges, listNeeds } = parts;
  const lines: UndoStore["lines"] = (before, after) => countLines(before, after, listNeeds([]));
  const familiesIn = async (key: SessionKey) => familiesOf(await manifests.read(key));
  return {
    recorder,
    commands,
    space,
    news: createRunNews({ read: manifests.readRun, lines }),
    lines,
    list: (sessionKey, asked) =>
      guarded(folder, async () => ok(await listRuns(await familiesIn(sessionKey), asked, listNeeds))),
    diff: (sessionKey, asked) => guarded(folder, async () => fileChanges.diff(await familiesIn(sessionKey), asked)),
    revert: (sessionKey, runIds, paths) => guarded(folder, () => revertRuns(sessionKey, runIds, paths, parts)),
    revertHunks: (sessionKey, asked) =>
      guarded(folder, async () => fileChanges.revertHunks(sessionKey, await familiesIn(sessionKey), asked)),
    runsSince: (sessionKey, at) =>
      guarded(folder, async () => {
        const families = await familiesIn(sessionKey);
        const since = families.filter(({ run }) => run.at >= at);
        return ok(since.map(({ run }) => run.runId).toReversed());
      }),
    keep: (sessionKey, { runId, paths, kept }) =>
      guarded(folder, async () => {
        const family = (await familiesIn(sessionKey)).find(({ run }) => run.runId === runId);
        if (family === undefined) return fail(contractError("not-found", text("undo.noRun")));
        const known = paths.filter((path) => family.run.paths.has(path));
        const lines = known.map((path) => ({ type: "kept", path, kept }) as const);
        if (lines.length > 0) await manifests.add(sessionKey, runId, lines, true);
        return ok(undefined);
      }),
  };
}

function openParts(needs: UndoNeeds) {
  const { folder, clock, log, files, guard, locks, texts, placeOf } = needs;
  const objects = createObjectStore(join(folder, "objects"), files);
  const manifests = createManifestLog(join(folder, "runs"), files);
  const index = createScanIndex(join(folder, "index"), files);
  const gate = createTidyGate();
  const tools = { guard, objects };
  const wrote = (path: string, state: FileState): void => commands.wrote(path, state);
  const recorder = createRecorder({ clock, manifests, tools, gate, wrote });
  const commands = createOpenCommands({ clock, tools, recorder, index, gate, watchIdle: needs.watchIdle });
  const reverter = createReverter({
    openFolder: join(folder, "open"),
    clock,
    log,
    ids: needs.ids,
    files,
    locks,
    manifests,
    tools,
    placeOf,
    gate,
    wrote,
  });
  const counts = new Map<string, LineCount>();
  async function now(path: string, root: string): Promise<FileState> {
    const place = await placeOf(root);
    return place === null ? absent : (await lookAt(path, "hash", place, tools)).state;
  }
  const lookApart = createLookApart({ tools, texts, placeOf });
  return {
    objects,
    manifests,
    recorder,
    commands,
    reverter,
    now,
    lookApart,
    fileChanges: createFileChanges({ objects, tools, placeOf, now, reverter, texts }),
    listNeeds: (families: readonly RunFamily[]): ListNeeds => ({ families, now, objects, texts, counts, lookApart }),
    space: createSpaceKeeper({ clock, log, objects, manifests, index, gate }),
  };
}

async function listRuns(
  families: readonly RunFamily[],
  { runId, after, limit }: ListRequest,
  listNeeds: (families: readonly RunFamily[]) => ListNeeds,
): Promise<ChangeList> {
  const hasChanges = ({ run }: RunFamily): boolean =>
    [...run.paths.values()].some(isShown) || run.foreign.size + run.untracked.length > 0;
  const shown = families.filter(hasChanges).toReversed();
  const start = after === undefined ? 0 : shown.findIndex(({ run }) => run.runId === after) + 1;
  const wanted = runId === undefined ? shown.slice(start) : shown.filter(({ run }) => run.runId === runId);
  const described: ChangedRun[] = [];
  for (const family of wanted.slice(0, limit)) described.push(await describeRun(family, listNeeds(families)));
  return { runs: described, next: wanted.length > limit ? (described.at(-1)?.runId ?? null) : null };
}

type RevertParts = Pick<ReturnType<typeof openParts>, "lookApart" | "manifests" | "objects" | "reverter" | "now">;

/** One after the other: what an earlier run left stands there only once the later one is taken back. */
async function revertRuns(
  sessionKey: SessionKey,
  runIds: readonly RunId[],
  paths: RevertedPaths,
  parts: RevertParts,
): AsyncResult<RevertEnd> {
  const ends: RevertEnd[] = [];
  for (const runId of runIds) {
    const end = await revertRun(sessionKey, runId, paths, parts);
    if (end === null) return fail(contractError("not-found", text("undo.noRun")));
    ends.push(end);
  }
  return ok({
    reverts: ends.flatMap((end) => end.reverts).toReversed(),
    reverted: [...new Set(ends.flatMap((end) => end.reverted))],
    left: ends.flatMap((end) => end.left),
  });
}

async function revertRun(
  sessionKey: SessionKey,
  runId: RunId,
  paths: RevertedPaths,
  { lookApart, manifests, objects, reverter, now }: RevertParts,
): Promise<RevertEnd | null> {
  const families = familiesOf(await manifests.read(sessionKey));
  const family = familyOf(families, runId);
  if (family === null) return null;
  const { run, reverts } = family;
  const target = run.runId === runId ? run : (reverts.find((one) => one.runId === runId) ?? run);
  const named = typeof paths === "string" ? null : withOrigins(paths, run);
  const isKept = async (state: FileState): Promise<boolean> => state.kind !== "file" || objects.has(state.hash);
  const { steps, left } = await planRevert({
    families,
    family,
    target,
    paths: named,
    skipsKept: paths === "not-kept",
    now,
    lookApart,
    isKept,
  });
  const { workFolder } = run;
  if (steps.length === 0) return endOf(null, left, workFolder);
  const made = await reverter.revert({ sessionKey, workFolder, of: runId, steps });
  return endOf(made, [...left, ...made.left], workFolder);
}

/** A file that was moved goes back with the place where it came from, and folders that were made for a file go with it. */
function withOrigins(paths: readonly string[], run: RunChanges): ReadonlySet<string> {
  const moved = movedFiles(run);
  const named = paths.flatMap((path) => [path, ...(moved.has(path) ? [moved.get(path) ?? path] : [])]);
  const isAbove = (folder: string): boolean =>
    named.some((path) => path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`));
  const folders = [...run.paths.values()].filter(({ path, before }) => before.kind === "absent" && isAbove(path));
  return new Set([...named, ...folders.map(({ path }) => path)]);
}

async function guarded<Value>(folder: string, work: () => AsyncResult<Value>): AsyncResult<Value> {
  try {
    return await work();
  } catch (cause) {
    return fail(storageError(cause, folder));
  }
}
