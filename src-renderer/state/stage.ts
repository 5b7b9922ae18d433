import { createStore } from "zustand/vanilla";
import type { Agent } from "./agent.ts";
import type { Chats } from "./chats.ts";
import type { UnsentChats } from "./unsent-chats.ts";

export type Stage = "waiting" | "first-run" | "window";

/** What the page shows: the first run while no model is set and there is no chat, and the window from then on. */
export function createStage(agent: Agent, chats: Chats, unsentChats: Pick<UnsentChats, "store">) {
  const store = createStore<{ readonly stage: Stage }>(() => ({ stage: "waiting" }));
  const go = (stage: Stage): void => {
    if (store.getState().stage !== stage) store.setState({ stage });
  };
  const follow = (): void => {
    const { settings } = agent.store.getState();
    const { loading, rows } = chats.store.getState();
    if (settings === null || store.getState().stage === "window") return;
    // The window goes on with what was begun: it begins once that is known.
    if (!unsentChats.store.getState().isRead) return;
    const hasModel = settings.agents.defaults.model !== null;
    const areRead = loading === "ready" || loading === "failed";
    // Whoever works here is not sent back to the beginning when the last model goes.
    if (hasModel || (rows.length > 0 && areRead)) go("window");
    else if (areRead) go("first-run");
  };
  for (const followed of [agent.store, chats.store, unsentChats.store]) followed.subscribe(follow);
  return { store };
}
