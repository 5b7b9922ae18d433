import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { ContextReport } from "../../src-preload/contract/window.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import type { OpenChat, OpenChatState } from "./open-chat.ts";

export interface ChatMeterState {
  readonly key: SessionKey | null;
  /** How full the window of the model is; null until it is read. */
  readonly context: ContextReport | null;
  readonly error: string | null;
  /** Dollars so far; null until they are counted. */
  readonly cost: number | null;
}

const empty: ChatMeterState = { key: null, context: null, error: null, cost: null };
const dayMs = 24 * 60 * 60 * 1000;

/** What a chat cost: counted once, and from then on call by call. */
function createCostCounter(client: AgentClient, setCost: (cost: number) => void) {
  const counting = createCrossing();
  /** The chat whose cost was asked for. */
  let counted: SessionKey | null = null;

  async function count(key: SessionKey, createdAt: number): Promise<void> {
    if (counted === key) return;
    counted = key;
    const period = { from: createdAt - dayMs, to: Date.now() + dayMs };
    const came = await counting.ask(() => client.request("usage.report", { ...period, by: "chat" }));
    if (came === null) return;
    const { answer: report, events: calls } = came;
    const isWhole = report.ok && calls.length === 0;
    if (isWhole) return setCost(report.value.rows.find((row) => row.key === key)?.cost ?? 0);
    counted = null;
    // The sum may hold the calls that were told meanwhile, or not.
    if (report.ok) await count(key, createdAt);
  }

  return {
    count,
    /** A call of the chat was told. */
    note: (call: PerchEvent): void => counting.note([call]),
    /** What is on its way is of another chat, or of another agent. */
    forget(): void {
      counted = null;
      counting.drop();
    },
  };
}

/** How full the open chat is and what it cost: read when it opens, when its model changes and when a run ends. */
export function createChatMeter(client: AgentClient, chat: OpenChat) {
  const store = createStore<ChatMeterState>(() => empty);
  const describing = createCrossing();
  const costs = createCostCounter(client, (cost) => store.setState({ cost }));
  /** What was read last: of which chat and model, and after which run. */
  let seen = { of: "", after: "" };

  async function readContext(key: SessionKey): Promise<void> {
    const came = await describing.ask(() => client.request("context.describe", { sessionKey: key }));
    if (came === null) return;
    const described = came.answer;
    if (described.ok) store.setState({ context: described.value, error: null });
    else store.setState({ error: described.error.message });
  }

  function forget(): void {
    describing.drop();
    costs.forget();
  }

  function follow(now: OpenChatState): void {
    const key = now.kind === "none" ? null : now.key;
    if (store.getState().key !== key) {
      store.setState({ ...empty, key });
      forget();
    }
    if (now.kind !== "open") return;
    const { run, summary } = now.view;
    const isOn = run !== null && run.end === null;
    const next = { of: `${now.key} ${now.facts.model ?? ""}`, after: isOn ? "none yet" : (run?.runId ?? "") };
    // A run that begins changes nothing yet; a chat that is opened during its run is read all the same.
    if (next.of === seen.of && (isOn || next.after === seen.after)) return;
    seen = next;
    void readContext(now.key);
    void costs.count(now.key, summary.createdAt);
  }

  chat.store.subscribe(follow);
  return {
    store,
    apply(events: readonly PerchEvent[]): void {
      for (const event of events) {
        const { key, cost } = store.getState();
        if (event.type !== "usage-changed" || (event.call.within ?? event).sessionKey !== key) continue;
        if (cost !== null) store.setState({ cost: cost + (event.call.cost ?? 0) });
        costs.note(event);
      }
    },
    /** An entry is never recalled again, or is again; why that could not be kept, or null. */
    async refuse(id: string, refused: boolean): Promise<string | null> {
      const kept = await client.request("recall.refuse", { id, refused });
      return kept.ok ? null : kept.error.message;
    },
    /** Reads again what is shown: the agent is another one, or events were missed. */
    reset(): void {
      seen = { of: "", after: "" };
      forget();
      follow(chat.store.getState());
    },
  };
}
