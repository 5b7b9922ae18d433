import { createStore } from "zustand/vanilla";
import type { KnowledgeFile } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { createEditedFiles, type EditedFiles } from "./edited-files.ts";
import { type Load, loaded } from "./load.ts";
import type { Notify } from "./notices.ts";
import type { FollowedPlace } from "./place.ts";

export interface KnowledgeState extends EditedFiles {
  readonly list: Load<{ readonly files: readonly KnowledgeFile[] }>;
}

/** The files that the agent knows its person by: their list, and what is edited of them. */
export function createKnowledge(client: AgentClient, place: FollowedPlace, notify: Notify) {
  const store = createStore<KnowledgeState>(() => ({ list: { kind: "loading" }, pages: {} }));
  const listing = createCrossing();
  const files = createEditedFiles(client, store, notify);

  async function load(): Promise<void> {
    const came = await listing.ask(() => client.request("knowledge.list", {}));
    if (came !== null) store.setState({ list: loaded(came.answer, (listed) => ({ files: listed.files })) });
  }

  return {
    store,
    load,
    ...files,
    /** Lists the files while a page shows them, and opens the one of the address. Returns its end. */
    show(): () => void {
      void load();
      let shown: string | null = null;
      const follow = (): void => {
        const { place: now } = place.store.getState();
        const path = now.name === "knowledge" ? now.path : null;
        if (path === shown) return;
        shown = path;
        if (path !== null) void files.open(path);
      };
      follow();
      return place.store.subscribe(follow);
    },
  };
}

export type Knowledge = ReturnType<typeof createKnowledge>;
