import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { ProfileRow } from "../../src-preload/contract/profiles.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { KnowledgeText } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";

interface ProfilesState {
  readonly list: Load<{ readonly rows: readonly ProfileRow[] }>;
  /** Those that can be chosen. */
  readonly usable: readonly ProfileRow[];
}

/** The agent profiles: their list, for the page that shows them and for where one is chosen. */
export function createProfiles(client: AgentClient) {
  const store = createStore<ProfilesState>(() => ({ list: { kind: "loading" }, usable: [] }));
  const listing = createCrossing();
  let isWanted = false;

  async function load(): Promise<void> {
    isWanted = true;
    const came = await listing.ask(() => client.request("profile.list", {}));
    if (came === null) return;
    const list = loaded(came.answer, ({ profiles }) => ({ rows: profiles }));
    store.setState({ list, usable: list.kind === "ready" ? list.rows.filter(({ problem }) => problem === "") : [] });
  }

  return {
    store,
    load,
    /** Once, by whoever shows them first. */
    want(): void {
      if (!isWanted) void load();
    },
    async create(name: string, description: string): AsyncResult<KnowledgeText> {
      const made = await client.request("profile.create", { name, description });
      if (made.ok) await load();
      return made;
    },
    apply(events: readonly PerchEvent[]): void {
      if (isWanted && events.some(isAboutProfiles)) void load();
    },
    async reset(): Promise<void> {
      if (isWanted) await load();
    },
  };
}

export type Profiles = ReturnType<typeof createProfiles>;

function isAboutProfiles(event: PerchEvent): boolean {
  return event.type === "knowledge-changed" && event.path.startsWith("agents/");
}
