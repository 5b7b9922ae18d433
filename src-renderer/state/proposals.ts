import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { MemoryProposal, ProposalDecision } from "../../src-preload/contract/knowledge.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";

interface ProposalsState {
  /** Oldest first. */
  readonly waiting: readonly MemoryProposal[];
  /** Those whose answer is on its way to the agent. */
  readonly deciding: readonly string[];
  /** Why they could not be read, in words; null where they were. */
  readonly error: string | null;
}

/** Changes of the memory that wait for the person. */
export function createProposals(client: AgentClient) {
  const store = createStore<ProposalsState>(() => ({ waiting: [], deciding: [], error: null }));
  const listing = createCrossing();

  async function load(): Promise<void> {
    const came = await listing.ask(() => client.request("memory.proposals", {}));
    if (came === null) return;
    const { answer } = came;
    if (answer.ok) store.setState({ waiting: answer.value.proposals, error: null });
    else store.setState({ error: answer.error.message });
  }

  /** What went wrong, in words; null where nothing did. `fact`: as the person has edited it. */
  async function decide(id: string, decision: ProposalDecision, fact?: string): Promise<string | null> {
    if (store.getState().deciding.includes(id)) return null;
    store.setState(({ deciding }) => ({ deciding: [...deciding, id] }));
    const edited = fact === undefined ? {} : { fact };
    const decided = await client.request("memory.decide", { id, decision, ...edited });
    const isGone = decided.ok || decided.error.code === "not-found";
    store.setState(({ waiting, deciding }) => ({
      waiting: isGone ? waiting.filter((one) => one.id !== id) : waiting,
      deciding: deciding.filter((one) => one !== id),
    }));
    return decided.ok ? null : decided.error.message;
  }

  return {
    store,
    load,
    decide,
    /** One after the other, in the order in which they came; stops at the first that does not work and says why. */
    async acceptAll(): Promise<string | null> {
      for (const { id } of store.getState().waiting) {
        const wrong = await decide(id, "accept");
        if (wrong !== null) return wrong;
      }
      return null;
    },
    apply(events: readonly PerchEvent[]): void {
      if (events.some(({ type }) => type === "proposals-changed")) void load();
    },
    reset: load,
  };
}
