import { createStore, type StoreApi } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { KnowledgeVersion } from "../../src-preload/contract/knowledge.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import type { KnowledgeState } from "./knowledge.ts";
import { type Load, loaded } from "./load.ts";

interface FileVersionsState {
  /** Of the file that is shown, newest first. */
  readonly list: Load<{ readonly versions: readonly KnowledgeVersion[] }>;
  /** What is shown beside what stands now; null: nothing is compared. */
  readonly compared: { readonly of: KnowledgeVersion; readonly content: Load<{ readonly text: string }> } | null;
  /** Rises when the list is to take the focus. */
  readonly focusAsked: number;
}

const nothing: Omit<FileVersionsState, "focusAsked"> = { list: { kind: "loading" }, compared: null };

/** What the file that is shown held before: read while a page shows it. */
export function createFileVersions(client: AgentClient, knowledge: StoreApi<KnowledgeState>) {
  const store = createStore<FileVersionsState>(() => ({ ...nothing, focusAsked: 0 }));
  const listing = createCrossing();
  const reading = createCrossing();

  async function load(): Promise<void> {
    const { shown: path } = knowledge.getState();
    if (path === null) return;
    const came = await listing.ask(() => client.request("knowledge.versions", { path }));
    if (came !== null) store.setState({ list: loaded(came.answer, ({ versions }) => ({ versions })) });
  }

  function leave(): void {
    reading.drop();
    store.setState({ compared: null });
  }

  knowledge.subscribe(({ shown }, before) => {
    if (shown === before.shown) return;
    listing.drop();
    reading.drop();
    store.setState(nothing);
    void load();
  });

  return {
    store,
    load,
    async compare(of: KnowledgeVersion): Promise<void> {
      const { shown: path } = knowledge.getState();
      const { version } = of;
      if (path === null) return;
      reading.drop();
      // A file that was taken away held nothing: there is nothing to ask for.
      if (version === null) return store.setState({ compared: { of, content: { kind: "ready", text: "" } } });
      store.setState({ compared: { of, content: { kind: "loading" } } });
      const came = await reading.ask(() => client.request("knowledge.readVersion", { path, version }));
      if (came === null) return;
      store.setState({ compared: { of, content: loaded(came.answer, ({ text }) => ({ text })) } });
    },
    /** The editor is shown again. */
    leave,
    /** The same, and the person goes on in the list. */
    goBack(): void {
      leave();
      store.setState(({ focusAsked }) => ({ focusAsked: focusAsked + 1 }));
    },
    apply(events: readonly PerchEvent[]): void {
      const { shown } = knowledge.getState();
      if (events.some((event) => event.type === "knowledge-changed" && event.path === shown)) void load();
    },
    async reset(): Promise<void> {
      await load();
    },
  };
}

export type FileVersions = ReturnType<typeof createFileVersions>;
