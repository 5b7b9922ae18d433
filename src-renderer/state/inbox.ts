import { createStore } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { ApprovalId } from "../../src-preload/contract/ids.ts";
import type { ApprovalDecision } from "../../src-preload/contract/records.ts";
import type { Remember } from "../../src-preload/contract/rules.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";
import { isDone, type Notify } from "./notices.ts";

export interface InboxState {
  readonly approvals: readonly PendingApproval[];
  /** Those that the person has decided, until the agent says so too. */
  readonly answered: readonly ApprovalId[];
  readonly loading: boolean;
  readonly error: string | null;
}

/** Everything that waits for the person, in every chat. */
export function createInbox(client: AgentClient, notify: Notify) {
  const store = createStore<InboxState>(() => ({ approvals: [], answered: [], loading: true, error: null }));
  const crossing = createCrossing();

  const setAnswered = (approvalId: ApprovalId, isAnswered: boolean): void => {
    const others = store.getState().answered.filter((id) => id !== approvalId);
    store.setState({ answered: isAnswered ? [...others, approvalId] : others });
  };

  return {
    store,
    /** Decides; what is wrong with that is told, and it can be decided anew. */
    async answer(approvalId: ApprovalId, decision: ApprovalDecision, note: string, remember?: Remember): Promise<void> {
      if (store.getState().answered.includes(approvalId)) return;
      setAnswered(approvalId, true);
      const trimmed = note.trim();
      const kept = remember === undefined ? {} : { remember };
      const input = { approvalId, decision, ...(trimmed === "" ? {} : { note: trimmed }), ...kept };
      if (!isDone(await client.request("approval.answer", input), notify)) setAnswered(approvalId, false);
    },
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
      const { approvals, answered } = store.getState();
      const next = events.reduce(applyEvent, approvals);
      if (next === approvals) return;
      const isThere = (id: ApprovalId): boolean => next.some(({ approvalId }) => approvalId === id);
      store.setState({ approvals: next, answered: answered.filter(isThere) });
    },
  };
}

function applyEvent(rows: readonly PendingApproval[], event: PerchEvent): readonly PendingApproval[] {
  switch (event.type) {
    case "approval-request":
      return rows.some((row) => row.approvalId === event.approval.approvalId) ? rows : [...rows, event.approval];
    case "approval-decision":
      return rows.filter((row) => row.approvalId !== event.approvalId);
    // Whatever ended the call, it waits no more.
    case "tool-end":
      return rows.some((row) => row.runId === event.runId && row.callId === event.callId)
        ? rows.filter((row) => row.runId !== event.runId || row.callId !== event.callId)
        : rows;
    case "run-end":
      return rows.filter((row) => row.runId !== event.runId);
    case "session-removed":
      return rows.filter((row) => row.sessionKey !== event.sessionKey);
    default:
      return rows;
  }
}
