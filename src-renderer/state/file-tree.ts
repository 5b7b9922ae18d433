import { type FileEntry, type FolderListing, folderPage, maxFolderEntries } from "../../src-preload/contract/window.ts";

/** The work folder itself. */
export const rootPath = "";

/** By the path of the folder. */
type Listings = Readonly<Record<string, FolderListing>>;

/** The opened folders as the agent told them last. */
export type FileTree =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly message: string }
  /** `matching` is what of them has a name with the words; null without words. */
  | { readonly kind: "ready"; readonly whole: Listings; readonly matching: Listings | null };

/** What is shown of the tree. */
export interface ShownTree {
  readonly tree: FileTree;
  readonly opened: ReadonlySet<string>;
  /** How many entries a folder shows that was asked for more. */
  readonly limits: Readonly<Record<string, number>>;
  readonly words: string;
}

/** What a folder shows. With words: what matches, and the open folders with something in them that does. */
export function listingOf(shown: ShownTree, path: string): FolderListing | undefined {
  const { tree, opened } = shown;
  if (tree.kind !== "ready") return undefined;
  const all = tree.whole[path];
  if (all === undefined || tree.matching === null) return all;
  const matching = tree.matching[path];
  if (matching === undefined) return undefined;
  const names = new Set(matching.entries.map(({ name }) => name));
  const holds = (folder: string): boolean => (listingOf(shown, folder)?.entries.length ?? 0) > 0;
  const holders = all.entries.filter((entry) => opened.has(entry.path) && !names.has(entry.name) && holds(entry.path));
  return { ...matching, entries: [...holders, ...matching.entries] };
}

/** What an opened folder shows; undefined for all else. */
export function listingIn(shown: ShownTree, { kind, path }: FileEntry): FolderListing | undefined {
  return kind === "folder" && shown.opened.has(path) ? listingOf(shown, path) : undefined;
}

/** The rows from top to bottom, as they are drawn. */
export function shownPaths(shown: ShownTree, listing = listingOf(shown, rootPath)): readonly string[] {
  return (listing?.entries ?? []).flatMap((entry) => {
    const inside = listingIn(shown, entry);
    return inside === undefined ? [entry.path] : [entry.path, ...shownPaths(shown, inside)];
  });
}

export function limitOf({ limits }: Pick<ShownTree, "limits">, path: string): number {
  return limits[path] ?? folderPage;
}

/** The agent tells more of a folder. */
export function hasMore(shown: ShownTree, path: string): boolean {
  return limitOf(shown, path) < maxFolderEntries;
}

/** Of the paths that were found, those with the words in their name that no open folder shows. */
export function foundElsewhere(shown: ShownTree, found: readonly string[]): readonly string[] {
  const words = shown.words.trim().toLowerCase();
  const seen = new Set(shownPaths(shown));
  const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return words === "" ? [] : found.filter((path) => nameOf(path).includes(words) && !seen.has(path));
}
