import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { SkillOrigin, SkillPreview, SkillRow } from "../../src-preload/contract/skills.ts";
import type { KnowledgeText } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { type Load, loaded } from "./load.ts";
import { isDone, type Notify } from "./notices.ts";

export interface SkillsState {
  readonly list: Load<{ readonly rows: readonly SkillRow[] }>;
}

/** The skills: their list, for the page that shows them and for the field that calls them, and what is done with them. */
export function createSkills(client: AgentClient, notify: Notify) {
  const store = createStore<SkillsState>(() => ({ list: { kind: "loading" } }));
  const listing = createCrossing();
  let isWanted = false;

  async function load(): Promise<void> {
    isWanted = true;
    const came = await listing.ask(() => client.request("skill.list", {}));
    if (came !== null) store.setState({ list: loaded(came.answer, ({ skills }) => ({ rows: skills })) });
  }

  function show(rows: readonly SkillRow[]): void {
    listing.drop();
    store.setState({ list: { kind: "ready", rows } });
  }

  return {
    store,
    load,
    async setOn(name: string, enabled: boolean): Promise<void> {
      const set = await client.request("skill.enable", { name, enabled });
      if (isDone(set, notify)) show(set.value.skills);
    },
    async create(name: string, description: string): AsyncResult<KnowledgeText> {
      const made = await client.request("skill.create", { name, description });
      if (made.ok) await load();
      return made;
    },
    preview: (origin: SkillOrigin): AsyncResult<SkillPreview> => client.request("skill.preview", { origin }),
    /** What is wrong, in words; null once they are there. */
    async bringIn(token: string, names: readonly string[]): Promise<string | null> {
      const came = await client.request("skill.import", { token, names: [...names] });
      if (!came.ok) return came.error.message;
      show(came.value.skills);
      return null;
    },
    apply(events: readonly PerchEvent[]): void {
      if (isWanted && events.some(isAboutSkills)) void load();
    },
    async reset(): Promise<void> {
      if (isWanted) await load();
    },
  };
}

function isAboutSkills(event: PerchEvent): boolean {
  if (event.type === "settings-changed") return true;
  return event.type === "knowledge-changed" && event.path.startsWith("skills/");
}

export type Skills = ReturnType<typeof createSkills>;

/** What `/name` or `$name` can call now. */
export function callable({ list }: SkillsState): readonly SkillRow[] {
  if (list.kind !== "ready") return nothing;
  return list.rows.filter(({ state }) => state !== "off" && state !== "unusable");
}

const nothing: readonly SkillRow[] = [];
