import { useEffect, useState } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { type FolderListing, folderPage, maxFolderEntries } from "../../../src-preload/contract/window.ts";
import { usePick, useWindow } from "../../state/context.ts";

type Listings = Readonly<Record<string, FolderListing>>;

interface Question {
  readonly sessionKey: SessionKey;
  /** Null: nothing is asked. */
  readonly words: string | null;
  readonly opened: ReadonlySet<string>;
  /** How many entries a folder shows that was asked for more. */
  readonly limits: Readonly<Record<string, number>>;
  /** Another one asks anew. */
  readonly changedAt: number;
}

/** The agent takes no more of them. */
const maxWords = 200;

/** The opened folders as the agent tells them; what it told last stands until it tells again. */
function useListings({ sessionKey, words, opened, limits, changedAt }: Question) {
  const { client, agent } = useWindow();
  const line = usePick(agent.store, (state) => state.line);
  const [listings, setListings] = useState<Listings>({});
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (words === null) return setListings({});
    let isCurrent = changedAt >= 0 && line > 0;
    for (const path of opened) {
      const limit = limits[path] ?? folderPage;
      void client.request("file.list", { sessionKey, path, words, limit }).then((listed) => {
        if (!isCurrent) return;
        if (listed.ok) setListings((before) => ({ ...before, [path]: listed.value }));
        if (path === "") setError(listed.ok ? null : listed.error.message);
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [client, sessionKey, words, opened, limits, changedAt, line]);
  return { listings, error };
}

/** The folders of the tree: which are open, how much of them is shown, and what of them has a name with the words. */
export function useFolders(sessionKey: SessionKey, changedAt: number) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([""]));
  const [limits, setLimits] = useState<Readonly<Record<string, number>>>({});
  const [words, setWords] = useState("");
  const question = { sessionKey, opened, limits, changedAt };
  const whole = useListings({ ...question, words: "" });
  const filtered = useListings({ ...question, words: words.trim() === "" ? null : words });
  /** With words: what matches, and the open folders with something in them that does. */
  const listingOf = (path: string): FolderListing | undefined => {
    const all = whole.listings[path];
    if (all === undefined || words.trim() === "") return all;
    const matching = filtered.listings[path];
    if (matching === undefined) return undefined;
    const names = new Set(matching.entries.map(({ name }) => name));
    const holders = all.entries.filter(
      (entry) => opened.has(entry.path) && !names.has(entry.name) && holds(entry.path),
    );
    return { ...matching, entries: [...holders, ...matching.entries] };
  };
  const holds = (path: string): boolean => (listingOf(path)?.entries.length ?? 0) > 0;
  return {
    opened,
    words,
    setWords: (typed: string): void => setWords(typed.slice(0, maxWords)),
    listingOf,
    error: whole.error,
    toggle(path: string): void {
      const next = new Set(opened);
      if (!next.delete(path)) next.add(path);
      setOpened(next);
    },
    /** Null where the agent tells no more of it. */
    showMoreOf(path: string): (() => void) | null {
      const limit = limits[path] ?? folderPage;
      if (limit >= maxFolderEntries) return null;
      return () => setLimits({ ...limits, [path]: Math.min(limit + folderPage, maxFolderEntries) });
    },
  };
}
