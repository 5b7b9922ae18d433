import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { ContextReport } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { OpenChat, OpenChatState } from "./open-chat.ts";

export interface ChatMeterState {
  readonly key: SessionKey | null;
  /** How full the window of the model is; null until it is read. */
  readonly context: ContextReport | null;
  readonly error: string | null;
  /** Dollars so far; null until they are counted. */
  readonly cost: number | null;
}

interface Counting {
  readonly key: SessionKey;
  /** Calls were told while their sum was on its way: it may hold them or not. */
  crossed: boolean;
}

const empty: ChatMeterState = { key: null, context: null, error: null, cost: null };
const dayMs = 24 * 60 * 60 * 1000;

/** How full the open chat is and what it cost: read when it opens, when its model changes and when a run ends. */
export function createChatMeter(client: AgentClient, chat: OpenChat) {
  const store = createStore<ChatMeterState>(() => empty);
  let seen = "";
  /** The chat whose cost was asked for. */
  let counting: Counting | null = null;

  const isShown = (key: SessionKey): boolean => store.getState().key === key;

  async function readContext(key: SessionKey): Promise<void> {
    const described = await client.request("context.describe", { sessionKey: key });
    if (!isShown(key)) return;
    if (described.ok) store.setState({ context: described.value, error: null });
    else store.setState({ error: described.error.message });
  }

  async function readCost(key: SessionKey, createdAt: number): Promise<void> {
    if (counting?.key === key) return;
    const own: Counting = { key, crossed: false };
    counting = own;
    do {
      own.crossed = false;
      const period = { from: createdAt - dayMs, to: Date.now() + dayMs };
      const counted = await client.request("usage.report", { ...period, by: "chat" });
      if (counting !== own) return;
      if (!counted.ok) {
        counting = null;
        return;
      }
      if (!own.crossed) store.setState({ cost: counted.value.rows.find((row) => row.key === key)?.cost ?? 0 });
    } while (own.crossed);
  }

  function follow(now: OpenChatState): void {
    const key = now.kind === "none" ? null : now.key;
    if (store.getState().key !== key) {
      store.setState({ ...empty, key });
      counting = null;
    }
    if (now.kind !== "open") return;
    const { run, summary } = now.view;
    const isOn = run !== null && run.end === null;
    const next = `${now.key} ${now.facts.model ?? ""} ${run?.runId ?? ""}`;
    if (isOn || next === seen) return;
    seen = next;
    void readContext(now.key);
    void readCost(now.key, summary.createdAt);
  }

  chat.store.subscribe(follow);
  return {
    store,
    apply(events: readonly PerchEvent[]): void {
      for (const event of events) {
        const { key, cost } = store.getState();
        if (event.type !== "usage-changed" || event.sessionKey !== key) continue;
        if (cost !== null) store.setState({ cost: cost + (event.call.cost ?? 0) });
        if (counting !== null) counting.crossed = true;
      }
    },
    /** Reads again what is shown: the agent is another one, or events were missed. */
    reset(): void {
      seen = "";
      counting = null;
      follow(chat.store.getState());
    },
  };
}

export type ChatMeter = ReturnType<typeof createChatMeter>;
