import type { CommandEffect } from "../tools/tool.ts";
import type { LineCount } from "./change-list.ts";
import type { CommandChange } from "./command-watch.ts";
import type { FileState } from "./file-state.ts";

/** As many as a step tells. */
const mostEffects = 50;

/** What a command did, as its step tells it: files and links, not the folders that they lie in. */
export async function effectsOf(
  changes: readonly CommandChange[],
  lines: (before: FileState, after: FileState) => Promise<LineCount>,
): Promise<readonly CommandEffect[]> {
  const shown = changes.filter(({ before, after }) => before.kind !== "folder" && after.kind !== "folder");
  return Promise.all(
    shown.slice(0, mostEffects).map(async ({ path, before, after }) => {
      const { added, removed } = await lines(before, after);
      const status = before.kind === "absent" ? "added" : after.kind === "absent" ? "deleted" : "modified";
      return { path, status, ...(added === null ? {} : { added }), ...(removed === null ? {} : { removed }) };
    }),
  );
}
