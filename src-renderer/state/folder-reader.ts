import type { StoreApi } from "zustand/vanilla";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { FolderListing } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossings } from "./crossing.ts";
import { type FileTree, limitOf, rootPath, type ShownTree } from "./file-tree.ts";

interface ReadState extends ShownTree {
  readonly key: SessionKey | null;
}

type Ask = (key: SessionKey, path: string, words: string) => AsyncResult<FolderListing>;

interface Tree {
  readonly now: () => ReadState;
  readonly setTree: (tree: FileTree) => void;
}

/** Reads what of the opened folders has a name with the words. What was told last stands until more is. */
function createMatchReader(ask: Ask, { now, setTree }: Tree) {
  const matching = createCrossings<string>();
  async function readFolder(path: string): Promise<void> {
    const { key, words } = now();
    if (key === null || !hasWords(now())) return;
    const came = await matching.of(path).ask(() => ask(key, path, words));
    const { tree } = now();
    if (came === null || !came.answer.ok || tree.kind !== "ready") return;
    setTree({ ...tree, matching: { ...tree.matching, [path]: came.answer.value } });
  }
  const readAll = (): void => {
    for (const path of now().opened) void readFolder(path);
  };
  return {
    readFolder,
    readAll,
    drop: matching.dropAll,
    /** The words are others. */
    begin(): void {
      const { tree } = now();
      matching.dropAll();
      if (tree.kind !== "ready") return;
      setTree({ ...tree, matching: hasWords(now()) ? (tree.matching ?? {}) : null });
      readAll();
    },
  };
}

/** Reads the opened folders of a tree, and what of them has a name with the words. */
export function createFolderReader<State extends ReadState>(client: AgentClient, store: StoreApi<State>) {
  const listing = createCrossings<string>();
  const tree: Tree = {
    now: store.getState,
    setTree: (next) => store.setState((state) => ({ ...state, tree: next })),
  };
  const { now, setTree } = tree;
  const ask: Ask = (key, path, words) =>
    client.request("file.list", { sessionKey: key, path, words, limit: limitOf(now(), path) });
  const matches = createMatchReader(ask, tree);

  async function readWhole(path: string): Promise<void> {
    const { key } = now();
    if (key === null) return;
    const came = await listing.of(path).ask(() => ask(key, path, ""));
    if (came === null) return;
    const { answer } = came;
    const { tree: known } = now();
    if (answer.ok && known.kind === "ready") setTree({ ...known, whole: { ...known.whole, [path]: answer.value } });
    else if (answer.ok && path === rootPath) takeRoot(answer.value);
    else if (!answer.ok && path === rootPath) setTree({ kind: "failed", message: answer.error.message });
  }

  /** What is below it is read with it, where it could not be read before. */
  function takeRoot(whole: FolderListing): void {
    setTree({ kind: "ready", whole: { [rootPath]: whole }, matching: hasWords(now()) ? {} : null });
    for (const path of now().opened) if (path !== rootPath) void readWhole(path);
    matches.readAll();
  }

  return {
    readFolder(path: string): void {
      void readWhole(path);
      void matches.readFolder(path);
    },
    readAll(): void {
      const { opened, tree: known } = now();
      if (known.kind !== "ready") return void readWhole(rootPath);
      for (const path of opened) void readWhole(path);
      matches.readAll();
    },
    search: matches.begin,
    /** What is on its way is of another tree. */
    drop(): void {
      listing.dropAll();
      matches.drop();
    },
  };
}

function hasWords({ words }: ShownTree): boolean {
  return words.trim() !== "";
}
