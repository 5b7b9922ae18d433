import type { Clock } from "../host.ts";
import type { IdleTime, IdleTimes } from "../processes/idle-times.ts";
import { absent, type FileState, isSameState } from "./file-state.ts";
import { type Scan, type ScanEnd, scanFolder, tickMs } from "./folder-scan.ts";
import type { LookTools } from "./look.ts";
import type { ManifestLine } from "./manifest.ts";
import type { Recorder, WritingRun } from "./recorder.ts";
import type { ScanIndex } from "./scan-index.ts";
import { splitPath } from "./split-path.ts";
import type { TidyGate } from "./tidy-gate.ts";

/** A path that a command made, changed or took away. */
export interface CommandChange {
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
}

/** One command from before its start to its end. */
interface CommandWatch {
  /** Looks at what became of the folder; what the command changed, the first hundreds of it. */
  end(): Promise<readonly CommandChange[]>;
}

export interface CommandNeeds {
  readonly clock: Clock;
  readonly tools: LookTools;
  readonly recorder: Recorder;
  readonly index: ScanIndex;
  readonly gate: TidyGate;
  readonly watchIdle: () => IdleTimes;
}

/** What this process itself wrote for others while commands ran. */
export interface OpenCommands {
  wrote(path: string, state: FileState): void;
  begin(run: WritingRun): Promise<CommandWatch>;
}

const mostTold = 200;

export function createOpenCommands(needs: CommandNeeds): OpenCommands {
  const open = new Set<Map<string, FileState>>();

  async function begin(run: WritingRun): Promise<CommandWatch> {
    const hold = await needs.gate.hold();
    const first = await scan(run, false, needs);
    if (first.kind === "too-much") {
      hold[Symbol.dispose]();
      return { end: () => untracked(run, first.why) };
    }
    const others = new Map<string, FileState>();
    open.add(others);
    const idle = needs.watchIdle();
    return {
      async end() {
        open.delete(others);
        using _ = hold;
        const last = await scan(run, true, needs);
        // It was looked on until here: what is saved once the command has ended is not the command's.
        const quiet = idle.end();
        if (last.kind === "too-much") return untracked(run, last.why);
        const found = changesBetween(first.paths, last.paths);
        const isQuiet = quietPaths(found, last.paths, quiet, run.place.platform);
        return writeDown(run, found, (change) => isOthers(change, others) || isQuiet.has(change.path));
      },
    };
  }

  async function untracked(run: WritingRun, why: string): Promise<readonly CommandChange[]> {
    await needs.recorder.add(run, [{ type: "untracked", why }]);
    return [];
  }

  async function writeDown(
    run: WritingRun,
    found: readonly CommandChange[],
    isForeign: (change: CommandChange) => boolean,
  ): Promise<readonly CommandChange[]> {
    const own = found.filter((change) => !isForeign(change));
    const foreign = found.filter((change) => isForeign(change) && change.after.kind !== "folder");
    const lines = [...own.flatMap((change) => linesOf(change, run.place.workFolder)), ...foreign.map(foreignLine)];
    if (lines.length > 0) await needs.recorder.add(run, lines);
    return own.slice(0, mostTold);
  }

  return {
    begin,
    wrote(path, state) {
      for (const others of open) others.set(path, state);
    },
  };
}

async function scan(run: WritingRun, isLast: boolean, { clock, tools, index }: CommandNeeds): Promise<ScanEnd> {
  const folder = run.place.workFolder;
  const known = await index.read(folder);
  // What is too much is found out before any of it is copied.
  if (known.size === 0) {
    const counted = await scanFolder(folder, { guard: tools.guard, objects: null, place: run.place, clock, known });
    if (counted.kind === "too-much") return counted;
  }
  const end = await scanFolder(folder, { ...tools, place: run.place, clock, known });
  if (end.kind === "whole") await index.keep(folder, end.paths, isLast);
  return end;
}

function changesBetween(before: Scan, after: Scan): readonly CommandChange[] {
  const changes: CommandChange[] = [];
  for (const [path, { state }] of after) {
    const old = before.get(path)?.state ?? absent;
    if (!isSameState(old, state)) changes.push({ path, before: old, after: state });
  }
  for (const [path, { state }] of before) if (!after.has(path)) changes.push({ path, before: state, after: absent });
  return changes;
}

/** What another chat, or a revert, left there while the command ran. */
function isOthers({ path, after }: CommandChange, others: ReadonlyMap<string, FileState>): boolean {
  const state = others.get(path);
  return state !== undefined && isSameState(state, after, false);
}

/**
 * What was changed last at a time at which nothing of the command ran. What is gone has no time of its own: it is told by its
 * folder, where nothing else explains that somebody changed that one.
 */
function quietPaths(
  found: readonly CommandChange[],
  after: Scan,
  quiet: readonly IdleTime[],
  platform: NodeJS.Platform,
): ReadonlySet<string> {
  const parentOf = (path: string): string => splitPath(path, platform).parent;
  const isQuiet = (path: string): boolean => {
    const one = after.get(path);
    // A file's time lags behind by a tick of the system's clock, and `from` is a whole millisecond that had begun.
    return one !== undefined && quiet.some(({ from, to }) => one.changedAt > from + 1 && one.changedAt + tickMs <= to);
  };
  const stays = found.filter(({ after: { kind } }) => kind !== "absent" && kind !== "folder");
  const paths = new Set(stays.map(({ path }) => path).filter(isQuiet));
  // Whoever makes a file may make the folders on its way as well.
  const explained = new Set<string>();
  for (const path of paths) for (let at = parentOf(path); after.has(at); at = parentOf(at)) explained.add(at);
  for (const { path, after: state } of found) {
    const parent = parentOf(path);
    if (state.kind === "absent" && !explained.has(parent) && isQuiet(parent)) paths.add(path);
  }
  return paths;
}

function linesOf({ path, before, after }: CommandChange, root: string): readonly ManifestLine[] {
  return [
    { type: "before", path, root, state: before, next: after, by: "command" },
    { type: "after", path, state: after },
  ];
}

function foreignLine({ path }: CommandChange): ManifestLine {
  return { type: "foreign", path };
}
