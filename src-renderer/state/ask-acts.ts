import type { StoreApi } from "zustand/vanilla";
import type { Values } from "../../src-preload/contract/mcp-ask-values.ts";
import type { McpAskAction, McpFieldValue } from "../../src-preload/contract/mcp-asks.ts";
import type { RouteCall } from "../../src-preload/contract/routes.ts";
import type { AgentClient } from "../client/agent-client.ts";
import type { AsksState } from "./asks.ts";
import { isDone, type Notify } from "./notices.ts";

interface AskActsParts {
  readonly client: AgentClient;
  readonly notify: Notify;
  readonly store: StoreApi<AsksState>;
}

/** What a person does with the questions of servers; comes with the code that draws them. */
export function createAskActs({ client, notify, store }: AskActsParts) {
  async function answer(id: string, action: McpAskAction, values: Values = {}): Promise<void> {
    if (store.getState().answered.includes(id)) return;
    store.setState(({ answered, refused }) => ({ answered: [...answered, id], refused: without(refused, id) }));
    const sent = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, copyOf(value)]));
    const told = await client.request("ask.answer", { id, action, values: sent });
    // It was answered elsewhere, or nobody waits for it: the event takes it away.
    if (told.ok || told.error.code === "not-found") return;
    const field = told.error.data?.["field"];
    const { message: words } = told.error;
    store.setState(({ answered, refused }) => ({
      answered: answered.filter((one) => one !== id),
      refused: typeof field === "string" ? { ...refused, [id]: { field, words } } : refused,
    }));
    if (typeof field !== "string") isDone(told, notify);
  }

  return {
    answer,
    /** Ends one call of a server; one that was over a moment before is no fault. */
    async stopCall(call: RouteCall<"mcp.stopCall">): Promise<void> {
      const stopped = await client.request("mcp.stopCall", call);
      if (!stopped.ok && stopped.error.code !== "not-found") isDone(stopped, notify);
    },
    type(id: string, values: Values): void {
      store.setState(({ typed, refused }) => ({ typed: { ...typed, [id]: values }, refused: without(refused, id) }));
    },
  };
}

function copyOf(value: McpFieldValue): string | number | boolean | string[] {
  return typeof value === "object" ? [...value] : value;
}

function without<Value>(all: Readonly<Record<string, Value>>, id: string): Readonly<Record<string, Value>> {
  const { [id]: _, ...others } = all;
  return others;
}
