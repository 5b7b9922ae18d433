import type { FileEntry, FolderListing } from "../../src-preload/contract/window.ts";
import { hasMore, listingIn, listingOf, rootPath, type ShownTree } from "./file-tree.ts";

/** A line of the tree as it is drawn; `path` is that of what it stands for. */
export type TreeRow = { readonly key: string; readonly depth: number } & (
  | { readonly kind: "entry"; readonly path: string; readonly entry: FileEntry; readonly isOpen: boolean }
  /** The rest of a very full folder; with words alone where the agent tells no more of it. */
  | {
      readonly kind: "more";
      readonly path: null;
      readonly folder: string;
      readonly count: number;
      readonly canShow: boolean;
    }
  /** Above what was found in folders that are not open. */
  | { readonly kind: "head"; readonly path: null }
  | { readonly kind: "found"; readonly path: string }
);

/** All lines from top to bottom. Of very many, those in sight alone are drawn. */
export function treeRows(shown: ShownTree, elsewhere: readonly string[]): readonly TreeRow[] {
  const root = listingOf(shown, rootPath);
  const found: readonly TreeRow[] = elsewhere.map((path) => ({ kind: "found", key: path, path, depth: 0 }));
  const head: readonly TreeRow[] = found.length === 0 ? [] : [{ kind: "head", key: " head", path: null, depth: 0 }];
  return [...(root === undefined ? [] : rowsOf(shown, root, 0)), ...head, ...found];
}

function rowsOf(shown: ShownTree, listing: FolderListing, depth: number): readonly TreeRow[] {
  const rows = listing.entries.flatMap((entry): readonly TreeRow[] => {
    const { path } = entry;
    const isOpen = entry.kind === "folder" && shown.opened.has(path);
    const inside = listingIn(shown, entry);
    const row: TreeRow = { kind: "entry", key: path, path, entry, isOpen, depth };
    return inside === undefined ? [row] : [row, ...rowsOf(shown, inside, depth + 1)];
  });
  const { path: folder, more: count } = listing;
  if (count === 0) return rows;
  // No name of a file ends like this.
  return [
    ...rows,
    { kind: "more", key: `${folder}/`, path: null, folder, count, canShow: hasMore(shown, folder), depth },
  ];
}
