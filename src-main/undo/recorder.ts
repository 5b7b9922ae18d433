import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { Clock } from "../host.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { hashOf } from "../storage/object-store.ts";
import type { NextContent } from "../tools/tool.ts";
import { absent, type FileState } from "./file-state.ts";
import { type Keep, type LookTools, lookAt } from "./look.ts";
import type { ManifestLine } from "./manifest.ts";
import type { ManifestLog } from "./manifest-log.ts";
import { missingFolders } from "./missing-folders.ts";
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
    await manifests.add(sessionKey, runId, begun.has(runId) ? lines : [head, ...lines], durable);
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
      const expected =
        isBytes(next) || next === "gone" ? nextState(next, state) : (await look(run, next.like, "durable")).state;
      await add(run, [...lines, { type: "before", path, root, state, next: expected, by: "tool" }], true);
      // A command of another run may see it, and end, before this write is over.
      for (const folder of made) wrote(folder, { kind: "folder" });
      wrote(path, expected);
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

function isBytes(next: NextContent): next is Uint8Array {
  return next instanceof Uint8Array;
}

function nextState(next: Uint8Array | "gone", before: FileState): FileState {
  if (next === "gone") return absent;
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
