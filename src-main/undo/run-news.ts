import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { RunFile, RunNews } from "../../src-preload/contract/run-news.ts";
import { type LineCount, shownChanges } from "./change-list.ts";
import type { FileState } from "./file-state.ts";
import type { RunChanges } from "./manifest.ts";
import { leftBy } from "./standing.ts";

/*
 * What became of a run's changes from one call to the next. Whoever lays these on each other has what the list of changes has:
 * a file that was made and deleted again is none, and one that was moved is one.
 */

/** Tells each of a run's changes once, and again where it became another one. */
export type TellRunNews = (sessionKey: SessionKey, runId: RunId) => Promise<RunNews>;

interface RunNewsNeeds {
  readonly read: (sessionKey: SessionKey, runId: RunId) => Promise<RunChanges | null>;
  readonly lines: (before: FileState, after: FileState) => Promise<LineCount>;
}

/** Runs whose last word is remembered. One that is not is told whole again, which adds up to the same. */
const mostRuns = 64;

export function createRunNews({ read, lines }: RunNewsNeeds): TellRunNews {
  const told = new Map<RunId, ReadonlyMap<string, RunFile>>();

  return async (sessionKey, runId) => {
    const run = await read(sessionKey, runId);
    const { files, more } = run === null ? { files: [], more: 0 } : await filesOf(run, lines);
    const news = newsBetween(told.get(runId) ?? new Map(), files);
    told.delete(runId);
    told.set(runId, new Map(files.map((file) => [file.path, file])));
    const [oldest] = told.keys();
    if (told.size > mostRuns && oldest !== undefined) told.delete(oldest);
    return { files: news, more };
  };
}

async function filesOf(run: RunChanges, lines: RunNewsNeeds["lines"]) {
  const { shown, more } = shownChanges(run);
  const files: RunFile[] = [];
  for (const { change, origin, status } of shown) {
    const { added, removed } = await lines(origin?.before ?? change.before, leftBy(change));
    const counts = { ...(added === null ? {} : { added }), ...(removed === null ? {} : { removed }) };
    files.push({ path: change.path, status, by: change.by, ...counts });
  }
  return { files, more };
}

function newsBetween(before: ReadonlyMap<string, RunFile>, files: readonly RunFile[]): RunFile[] {
  const now = new Set(files.map(({ path }) => path));
  const gone = [...before.values()].filter(({ path }) => !now.has(path));
  return [
    ...gone.map(({ path, by }): RunFile => ({ path, by, status: "none" })),
    ...files.filter((file) => JSON.stringify(before.get(file.path)) !== JSON.stringify(file)),
  ];
}
