import type { SessionKey } from "../../src-preload/contract/ids.ts";

/** Files that are open beside a chat, by their paths in its work folder, in the order of their tabs. */
export interface ChatTabs {
  readonly paths: readonly string[];
  /** The one that is shown; null for the chat. */
  readonly shown: string | null;
}

export const noTabs: ChatTabs = { paths: [], shown: null };

/** The name of a page: files of two chats may have one path. */
export function pageName(key: SessionKey, path: string): string {
  return `${key}\n${path}`;
}

export function withTab({ paths }: ChatTabs, path: string): ChatTabs {
  return { paths: paths.includes(path) ? paths : [...paths, path], shown: path };
}

/** Where the shown one goes, its neighbour is shown: the next one, else the one before, else the chat. */
export function withoutTab({ paths, shown }: ChatTabs, path: string): ChatTabs {
  const at = paths.indexOf(path);
  const left = paths.filter((one) => one !== path);
  return { paths: left, shown: shown === path ? (left[at] ?? left[at - 1] ?? null) : shown };
}

/** The folder that a path lies in; "" at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
