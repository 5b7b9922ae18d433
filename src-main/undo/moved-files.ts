import type { FileState } from "./file-state.ts";
import type { RunChanges } from "./manifest.ts";
import { leftBy } from "./standing.ts";

/** By the path where a file lies now, the one where it lay: a content that went in one place and came in one other. */
export function movedFiles({ paths }: RunChanges): ReadonlyMap<string, string> {
  const gone = new Map<string, string[]>();
  const come = new Map<string, string[]>();
  for (const change of paths.values()) {
    const after = leftBy(change);
    if (after.kind === "absent") note(gone, contentOf(change.before), change.path);
    else if (change.before.kind === "absent") note(come, contentOf(after), change.path);
  }
  const moved = new Map<string, string>();
  for (const [content, from] of gone) {
    const to = come.get(content) ?? [];
    const [only, target] = [from[0], to[0]];
    if (from.length === 1 && to.length === 1 && only !== undefined && target !== undefined) moved.set(target, only);
  }
  return moved;
}

/** Empty files are all alike: none of them is told to have moved. */
function contentOf(state: FileState): string | null {
  if (state.kind === "file") return state.size === 0 ? null : `file ${state.hash}`;
  return state.kind === "link" ? `link ${state.target}` : null;
}

function note(map: Map<string, string[]>, content: string | null, path: string): void {
  if (content === null) return;
  const known = map.get(content);
  if (known === undefined) map.set(content, [path]);
  else known.push(path);
}
