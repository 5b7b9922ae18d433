import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { ModelEntry } from "../../src-preload/contract/providers.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { Loading } from "./chats.ts";
import { createCrossings } from "./crossing.ts";

/** The models of one provider, as it told them. */
export interface ModelList {
  readonly loading: Loading;
  readonly models: readonly ModelEntry[];
  /** Why there are no more of them; "" when the provider told its list. */
  readonly message: string;
}

type Lists = Readonly<Record<string, ModelList>>;

const unasked: ModelList = { loading: "idle", models: [], message: "" };

/** The models of each provider that a place has asked for. */
export function createModels(client: AgentClient) {
  const store = createStore<{ readonly lists: Lists }>(() => ({ lists: {} }));
  const of = (name: string): ModelList => store.getState().lists[name] ?? unasked;
  const set = (name: string, list: Partial<ModelList>): void =>
    store.setState({ lists: { ...store.getState().lists, [name]: { ...of(name), ...list } } });

  const crossings = createCrossings();

  async function load(name: string, refresh = false): Promise<void> {
    set(name, { loading: "loading" });
    const came = await crossings.of(name).ask(() => client.request("provider.models", { name, refresh }));
    if (came === null) return;
    const told = came.answer;
    if (told.ok) set(name, { loading: "ready", models: told.value.models, message: told.value.message });
    else set(name, { loading: "failed", message: told.error.message });
  }

  /** Reads again what a place has asked for. */
  async function reset(): Promise<void> {
    await Promise.all(Object.keys(store.getState().lists).map((name) => load(name)));
  }

  return {
    store,
    load,
    reset,
    /** The provider is gone. */
    drop(name: string): void {
      const { [name]: _, ...lists } = store.getState().lists;
      store.setState({ lists });
      crossings.drop(name);
    },
    async need(names: readonly string[]): Promise<void> {
      await Promise.all(names.filter((name) => of(name).loading === "idle").map((name) => load(name)));
    },
    apply(events: readonly PerchEvent[]): void {
      if (events.some((event) => event.type === "settings-changed")) void reset();
    },
  };
}

export type Models = ReturnType<typeof createModels>;

/** What is known of a model; null before its provider was asked, and where it names no such model. */
export function entryOf(lists: Lists, id: string): ModelEntry | null {
  for (const { models } of Object.values(lists)) {
    const found = models.find((model) => model.id === id);
    if (found !== undefined) return found;
  }
  return null;
}

/** `openai/gpt-5` is of `openai`. */
export function providerOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf("/")));
}

/** `openai/gpt-5` is shown as `gpt-5`. */
export function shortName(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}
