import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { Report } from "../../src-preload/contract/inbox.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";

export interface ReportsState {
  /** Newest first. */
  readonly list: Load<{ readonly reports: readonly Report[] }>;
  /** Those that were first seen since the Inbox was opened: they are told apart as long as it is. */
  readonly fresh: readonly string[];
}

/** What was reported while nobody watched; it counts until it was before the person's eyes. */
export function createReports(client: AgentClient) {
  const store = createStore<ReportsState>(() => ({ list: { kind: "loading" }, fresh: [] }));
  const listing = createCrossing();

  async function load(): Promise<void> {
    const came = await listing.ask(() => client.request("inbox.list", {}));
    if (came !== null) store.setState({ list: loaded(came.answer, ({ reports }) => ({ reports })) });
  }

  return {
    store,
    load,
    /** The Inbox is there; answers what ends it. */
    show: (): (() => void) => () => store.setState({ fresh: [] }),
    apply(events: readonly PerchEvent[]): void {
      if (events.some(({ type }) => type === "inbox-changed")) void load();
    },
    reset: load,
  };
}

export type Reports = ReturnType<typeof createReports>;
