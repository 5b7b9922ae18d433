import type { StoreApi } from "zustand/vanilla";
import { maxWatchedFolders } from "../../src-preload/contract/files.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { AgentClient } from "../client/agent-client.ts";

/** Who looks at folders: the tree beside the chat, and the files that are open in tabs. */
type Looker = "tree" | "tabs";

interface Looked {
  readonly key: SessionKey;
  readonly folders: readonly string[];
}

/** Has the agent watch just the folders of one chat that somebody looks at. */
export function createFolderWatch(
  client: AgentClient,
  agent: { readonly store: Pick<StoreApi<{ readonly line: number }>, "getState"> },
) {
  const lookers = new Map<Looker, Looked>();
  let asked = "";
  let watched: SessionKey | null = null;

  return {
    /** `null`: it looks at none. What is asked for already is not asked for again, but on another line to the agent. */
    look(looker: Looker, looked: Looked | null): void {
      if (looked === null) lookers.delete(looker);
      else lookers.set(looker, looked);
      const { line } = agent.store.getState();
      // The last one that looked away has the agent watch nothing.
      const key = lookers.get("tree")?.key ?? lookers.get("tabs")?.key ?? watched;
      if (key === null || line === 0) return;
      const all = [...lookers.values()].filter((one) => one.key === key).flatMap(({ folders }) => folders);
      const folders = [...new Set(all)].toSorted().slice(0, maxWatchedFolders);
      const next = JSON.stringify([line, key, folders]);
      if (next === asked) return;
      asked = next;
      watched = lookers.size === 0 ? null : key;
      void client.request("file.watch", { sessionKey: key, folders });
    },
  };
}

export type FolderWatch = ReturnType<typeof createFolderWatch>;
