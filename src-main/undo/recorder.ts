import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { Clock } from "../host.ts";
import type { PathContext } from "../policy/path-guard.ts";
import type { NextContent } from "../tools/tool.ts";
import { absent, type FileState } from "./file-state.ts";
import { type Keep, type LookTools, lookAt } from "./look.ts";
import type { ManifestLine } from "./manifest.ts";
import type { ManifestLog } from "./manifest-log.ts";
import { hashOf } from "./object-store.ts";
import { splitPath } from "./split-path.ts";
import type { TidyGate } from "./tidy-gate.ts";

/** The run that writes, and what it may reach. */
export interface WritingRun {
  readonly sessionKey: SessionKey;
  readonly runId: RunId;
  readonly place: PathContext;
}

/** Writes down what a run's own tools do to files. */
export interface Recorder {
  /** What stands there is kept on the disk when this resolves. Throws where that cannot be done: then nothing may be written. */
  before(run: WritingRun, path: string, next: NextContent): Promise<void>;
  after(run: WritingRun, path: string): Promise<void>;
  add(run: WritingRun, lines: readonly ManifestLine[]): Promise<void>;
}

export interface RecorderNeeds {
  readonly clock: Clock;
  readonly gate: TidyGate;
  readonly manifests: ManifestLog;
  readonly tools: LookTools;
  /** Told of each state that a write has left. */
  readonly wrote: (path: string, state: FileState) => void;
}

export function createRecorder({ clock, gate, manifests, tools, wrote }: RecorderNeeds): Recorder {
  const begun = new Set<RunId>();
  /** Folders that a write is about to make, until it has. */
  const making = new Map<string, readonly string[]>();

  /** A run's first line comes with the first of what it did. */
  async function add(run: WritingRun, lines: readonly ManifestLine[], durable: boolean): Promise<void> {
    const { sessionKey, runId, place } = run;
    const head: ManifestLine = {
      type: "run",
      version: 1,
      runId,
      sessionKey,
      workFolder: place.workFolder,
      author: "agent",
      at: clock.now(),
    };
    await manifests.append(sessionKey, runId, begun.has(runId) ? lines : [head, ...lines], durable);
    begun.add(runId);
  }

  const look = (run: WritingRun, path: string, keep: Keep) => lookAt(path, keep, run.place, tools);

  return {
    add: (run, lines) => add(run, lines, true),
    async before(run, path, next) {
      using _ = await gate.hold();
      const root = rootOf(path, run.place);
      const { state } = await look(run, path, "durable");
      const made = next === "gone" ? [] : await missingFolders(path, root, run.place);
      making.set(`${run.runId} ${path}`, made);
      const lines: ManifestLine[] = made.map((folder) => ({
        type: "before",
        path: folder,
        root,
        state: absent,
        next: { kind: "folder" },
        by: "tool",
      }));
      const expected = nextState(next, state);
      const own: ManifestLine = { type: "before", path, root, state, by: "tool" };
      await add(run, [...lines, expected === null ? own : { ...own, next: expected }], true);
    },
    async after(run, path) {
      using _ = await gate.hold();
      const key = `${run.runId} ${path}`;
      const made = making.get(key) ?? [];
      making.delete(key);
      const { state } = await look(run, path, "kept");
      wrote(path, state);
      const folders = made.map((folder): ManifestLine => ({ type: "after", path: folder, state: { kind: "folder" } }));
      await add(run, [...folders, { type: "after", path, state }], false);
    },
  };
}

function nextState(next: NextContent, before: FileState): FileState | null {
  if (next === "gone") return absent;
  if (next === null) return null;
  const mode = before.kind === "file" ? before.mode : 0o644;
  return { kind: "file", hash: hashOf(next), size: next.length, mode };
}

/** The folder that a path lies in and that nothing of it may lead out of: the innermost root. */
function rootOf(path: string, { roots, platform }: PathContext): string {
  const separator = platform === "win32" ? "\\" : "/";
  const holding = roots.list.filter((root) => path === root.path || path.startsWith(root.path + separator));
  const inner = holding.reduce((best, root) => (root.path.length > best.length ? root.path : best), "");
  if (inner !== "") return inner;
  let top = path;
  for (;;) {
    const { parent } = splitPath(top, platform);
    if (parent === top) return top;
    top = parent;
  }
}

/** The folders above a path that are not there yet, the outermost first. */
async function missingFolders(
  path: string,
  root: string,
  { files, platform }: PathContext,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let at = splitPath(path, platform).parent; at.length > root.length; at = splitPath(at, platform).parent) {
    try {
      await files.lstat(at);
      break;
    } catch {
      // Not there, or not to be seen: the write itself says what is wrong with it.
      missing.unshift(at);
    }
  }
  return missing;
}
