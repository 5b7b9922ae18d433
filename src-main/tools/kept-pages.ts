import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";

/** A page that is longer than one result: all of it lies in a file. */
export interface KeptPage {
  readonly path: string;
  /** Where its text begins in the file, in characters. */
  readonly offset: number;
  readonly host: string;
}

/** What was fetched and searched: how often in a run, and where long pages are kept for their chat. */
export interface KeptPages {
  /** Whether it may be asked for once more in this run. */
  mayAsk(runId: RunId, what: string): boolean;
  count(runId: RunId, what: string): void;
  keep(sessionKey: SessionKey, address: string, page: KeptPage): void;
  find(sessionKey: SessionKey, address: string): KeptPage | null;
}

const mostInRun = 2;
const mostRuns = 50;
const mostPages = 500;

export function createKeptPages(): KeptPages {
  const runs = new Map<RunId, Map<string, number>>();
  const pages = new Map<string, KeptPage>();
  return {
    mayAsk: (runId, what) => (runs.get(runId)?.get(what) ?? 0) < mostInRun,
    count(runId, what) {
      const counts = runs.get(runId) ?? new Map<string, number>();
      counts.set(what, (counts.get(what) ?? 0) + 1);
      runs.set(runId, counts);
      dropOldest(runs, mostRuns);
    },
    keep(sessionKey, address, page) {
      const key = `${sessionKey} ${address}`;
      pages.delete(key);
      pages.set(key, page);
      dropOldest(pages, mostPages);
    },
    find: (sessionKey, address) => pages.get(`${sessionKey} ${address}`) ?? null,
  };
}

function dropOldest<Key>(map: Map<Key, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
