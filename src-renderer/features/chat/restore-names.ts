import type { ChangedRun } from "../../../src-preload/contract/changes.ts";

export interface RestoreNames {
  /** Files that go back, each once. */
  readonly files: readonly string[];
  /** Those that stay: somebody else changed them since, or what they were is not kept. */
  readonly stays: readonly string[];
}

/** What going back to before these runs does to files. One that went back already is not named. */
export function restoreNames(runs: readonly ChangedRun[]): RestoreNames {
  const open = runs.flatMap(({ files }) => files.filter(({ standing }) => standing !== "reverted"));
  const stuck = open.filter(({ standing, lost, apart }) => lost !== null || (standing === "changed" && apart === 0));
  const stays = new Set(stuck.map(({ name }) => name));
  const files = new Set(open.map(({ name }) => name).filter((name) => !stays.has(name)));
  return { files: [...files], stays: [...stays] };
}
