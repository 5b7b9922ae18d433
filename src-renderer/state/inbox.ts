import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";

export interface InboxState {
  readonly approvals: readonly PendingApproval[];
  readonly loading: boolean;
  readonly error: string | null;
}

/** Everything that waits for the person, in every chat. */
export function createInbox(client: AgentClient) {
  const store = createStore<InboxState>(() => ({ approvals: [], loading: true, error: null }));
  const crossing = createCrossing();
  return {
    store,
    async load(): Promise<void> {
      const came = await crossing.ask(() => client.request("approval.list", {}));
      if (came === null) return;
      const { answer: listed, events: crossed } = came;
      if (!listed.ok) store.setState({ loading: false, error: listed.error.message });
      else {
        const approvals = crossed.reduce(applyEvent, listed.value.approvals);
        store.setState({ approvals, loading: false, error: null });
      }
    },
    apply(events: readonly PerchEvent[]): void {
      crossing.note(events);
      const { approvals } = store.getState();
      const next = events.reduce(applyEvent, approvals);
      if (next !== approvals) store.setState({ approvals: next });
    },
  };
}

function applyEvent(rows: readonly PendingApproval[], event: PerchEvent): readonly PendingApproval[] {
  switch (event.type) {
    case "approval-request":
      return rows.some((row) => row.approvalId === event.approval.approvalId) ? rows : [...rows, event.approval];
    case "approval-decision":
      return rows.filter((row) => row.approvalId !== event.approvalId);
    case "run-end":
      return rows.filter((row) => row.runId !== event.runId);
    case "session-removed":
      return rows.filter((row) => row.sessionKey !== event.sessionKey);
    default:
      return rows;
  }
}

export type Inbox = ReturnType<typeof createInbox>;
