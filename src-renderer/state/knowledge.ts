import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { KnowledgeFile, KnowledgeText } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { createEditedFiles, createPages, type EditedFiles, type FileSource } from "./edited-files.ts";
import { type Load, loaded } from "./load.ts";
import type { Notify } from "./notices.ts";
import type { FollowedPlace, PlaceState } from "./place.ts";

export interface KnowledgeState extends EditedFiles {
  readonly list: Load<{ readonly files: readonly KnowledgeFile[] }>;
  /** The file that is shown: that of the address, else the memory, else the first that is there. */
  readonly shown: string | null;
}

/** The facts that go along with every request. */
export const memoryFile = "memory/MEMORY.md";

function shownPath({ place }: PlaceState, list: KnowledgeState["list"]): string | null {
  if (place.name !== "knowledge") return null;
  if (place.path !== null || list.kind !== "ready") return place.path;
  const there = list.files.filter(({ exists }) => exists);
  return (there.find(({ path }) => path === memoryFile) ?? there[0])?.path ?? null;
}

/** The files that the agent knows its person by: their list, and what is edited of them. */
export function createKnowledge(client: AgentClient, place: FollowedPlace, notify: Notify) {
  const store = createStore<KnowledgeState>(() => ({ list: { kind: "loading" }, pages: {}, shown: null }));
  const listing = createCrossing();
  const source: FileSource<KnowledgeText> = {
    read: (path) => client.request("knowledge.read", { path }),
    save: (path, words, base) => client.request("knowledge.save", { path, text: words, base }),
  };
  const files = createEditedFiles(createPages<KnowledgeText, KnowledgeState>(source, store), source, notify);
  let isShown = false;

  async function load(): Promise<void> {
    const came = await listing.ask(() => client.request("knowledge.list", {}));
    if (came === null) return;
    store.setState({ list: loaded(came.answer, (listed) => ({ files: listed.files })) });
    follow();
  }

  function follow(): void {
    const { shown: before, list } = store.getState();
    const shown = isShown ? shownPath(place.store.getState(), list) : null;
    if (shown === before) return;
    store.setState({ shown });
    if (shown !== null) void files.open(shown);
  }

  return {
    store,
    load,
    ...files,
    /** Lists the files while a page shows them, and opens the one of the address. Returns its end. */
    show(): () => void {
      isShown = true;
      void load();
      follow();
      const stop = place.store.subscribe(follow);
      return () => {
        stop();
        isShown = false;
        follow();
      };
    },
    /** What others change is in the list, and in the editor where nothing there is unsaved. */
    apply(events: readonly PerchEvent[]): void {
      const changed = events.flatMap((event) => (event.type === "knowledge-changed" ? [event.path] : []));
      if (changed.length === 0 || !isShown) return;
      void load();
      for (const path of new Set(changed)) void files.follow(path);
    },
  };
}

export type Knowledge = ReturnType<typeof createKnowledge>;
