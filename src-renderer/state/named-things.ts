import { createStore } from "zustand/vanilla";
import type { McpOffers } from "../../src-preload/contract/mcp-offers.ts";
import type { SessionSummary } from "../../src-preload/contract/session.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";

export interface NamedThingsState extends McpOffers {
  /** Newest first, private ones never. */
  readonly chats: readonly SessionSummary[];
}

const mostChats = 200;

/** What a message can name beside files: chats, and what servers offer. What was found last stands until more is. */
export function createNamedThings(client: AgentClient) {
  const store = createStore<NamedThingsState>(() => ({ chats: [], resources: [], prompts: [] }));
  const [listing, offering] = [createCrossing(), createCrossing()];

  async function loadChats(): Promise<void> {
    const came = await listing.ask(() => client.request("session.list", { archived: false, limit: mostChats }));
    if (came?.answer.ok !== true) return;
    const rows = came.answer.value.sessions.filter(({ key }) => !isPrivateKey(key));
    store.setState({ chats: rows.toSorted((a, b) => b.updatedAt - a.updatedAt) });
  }

  async function loadOffers(): Promise<void> {
    const came = await offering.ask(() => client.request("mcp.offers", {}));
    if (came?.answer.ok === true) store.setState(came.answer.value);
  }

  return {
    store,
    loadChats,
    loadOffers,
    async load(): Promise<void> {
      await Promise.all([loadChats(), loadOffers()]);
    },
  };
}
