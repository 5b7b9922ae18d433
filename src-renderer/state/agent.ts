import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { AgentClient, LinkState } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";

export interface AgentState {
  readonly link: LinkState;
  /** Rises with each line to the agent: what an earlier one was asked to watch is watched no more. */
  readonly line: number;
  /** The agent is another process than before: shown until it is dismissed. */
  readonly restarted: boolean;
  readonly settings: Settings | null;
  readonly settingsError: string | null;
  readonly models: readonly string[];
}

/** The agent itself: whether it is there, and its settings. */
export function createAgent(client: AgentClient) {
  const store = createStore<AgentState>(() => ({
    link: { kind: "connecting" },
    line: 0,
    restarted: false,
    settings: null,
    settingsError: null,
    models: [],
  }));

  const crossing = createCrossing();

  async function load(): Promise<void> {
    const came = await crossing.ask(() => client.request("settings.get", {}));
    if (came === null) return;
    const settings = came.answer;
    if (settings.ok) store.setState({ settings: settings.value.settings, settingsError: null });
    else store.setState({ settingsError: settings.error.message });
  }

  /** What went wrong, in words; null where nothing did. */
  async function update(patch: Readonly<Record<string, unknown>>): Promise<string | null> {
    const updated = await client.request("settings.update", { patch });
    if (!updated.ok) return updated.error.message;
    store.setState({ settings: updated.value.settings });
    return null;
  }

  return {
    store,
    load,
    async loadModels(): Promise<void> {
      const listed = await client.request("model.list", {});
      if (listed.ok) store.setState({ models: listed.value.models });
    },
    update,
    /** What new chats start with. */
    keepDefaults: (defaults: { readonly workFolder?: string; readonly model?: string | null }) =>
      update({ agents: { defaults } }),
    /** The model of chats that have not chosen their own; what nothing could answer as is refused in words. */
    async chooseModel(modelId: string): Promise<string | null> {
      const chosen = await client.request("model.choose", { modelId });
      if (!chosen.ok) return chosen.error.message;
      store.setState({ settings: chosen.value.settings });
      return null;
    },
    apply(events: readonly PerchEvent[]): void {
      if (events.some((event) => event.type === "settings-changed")) void load();
    },
    setLink(link: LinkState): void {
      const { line } = store.getState();
      store.setState({ link, line: link.kind === "up" ? line + 1 : line });
    },
    tryNow: client.tryNow,
    setRestarted: (restarted: boolean) => store.setState({ restarted }),
  };
}

export type Agent = ReturnType<typeof createAgent>;
