import type { StoreApi } from "zustand/vanilla";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Result } from "../../src-preload/contract/result.ts";
import type { FolderListing } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossings } from "./crossing.ts";
import { type FileTree, limitOf, rootPath, type ShownTree } from "./file-tree.ts";

interface ReadState extends ShownTree {
  readonly key: SessionKey | null;
}

type Listed = Result<FolderListing, ContractError>;

/** Reads the opened folders of a tree, whole and by words. What was told last stands until more is. */
export function createFolderReader<State extends ReadState>(client: AgentClient, store: StoreApi<State>) {
  const listing = createCrossings<string>();
  const matching = createCrossings<string>();
  const now = (): ReadState => store.getState();
  const setTree = (tree: FileTree): void => store.setState((state) => ({ ...state, tree }));
  const hasWords = (): boolean => now().words.trim() !== "";

  function ask(key: SessionKey, path: string, words: string): Promise<Listed> {
    return client.request("file.list", { sessionKey: key, path, words, limit: limitOf(now(), path) });
  }

  async function readWhole(path: string): Promise<void> {
    const { key } = now();
    if (key === null) return;
    const came = await listing.of(path).ask(() => ask(key, path, ""));
    if (came === null) return;
    const { answer } = came;
    const { tree } = now();
    if (answer.ok && tree.kind === "ready") setTree({ ...tree, whole: { ...tree.whole, [path]: answer.value } });
    else if (answer.ok && path === rootPath) takeRoot(answer.value);
    else if (!answer.ok && path === rootPath) setTree({ kind: "failed", message: answer.error.message });
  }

  /** What is below it is read with it, where it could not be read before. */
  function takeRoot(whole: FolderListing): void {
    setTree({ kind: "ready", whole: { [rootPath]: whole }, matching: hasWords() ? {} : null });
    for (const path of now().opened) if (path !== rootPath) void readWhole(path);
    readMatching();
  }

  async function readMatchingOf(path: string): Promise<void> {
    const { key, words } = now();
    if (key === null || !hasWords()) return;
    const came = await matching.of(path).ask(() => ask(key, path, words));
    const { tree } = now();
    if (came === null || !came.answer.ok || tree.kind !== "ready") return;
    setTree({ ...tree, matching: { ...tree.matching, [path]: came.answer.value } });
  }

  function readMatching(): void {
    for (const path of now().opened) void readMatchingOf(path);
  }

  return {
    readFolder(path: string): void {
      void readWhole(path);
      void readMatchingOf(path);
    },
    readAll(): void {
      const { opened, tree } = now();
      if (tree.kind !== "ready") return void readWhole(rootPath);
      for (const path of opened) void readWhole(path);
      readMatching();
    },
    /** The words are others. */
    readMatching(): void {
      const { tree } = now();
      matching.dropAll();
      if (tree.kind === "ready") setTree({ ...tree, matching: hasWords() ? (tree.matching ?? {}) : null });
      if (tree.kind === "ready") readMatching();
    },
    /** What is on its way is of another tree. */
    drop(): void {
      listing.dropAll();
      matching.dropAll();
    },
  };
}
