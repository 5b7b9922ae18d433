import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { MessageId, RunId, SessionKey } from "../../src-preload/contract/ids.ts";

/** The events of the run that answers one message, and of no other run of its chat. */
export interface OwnEvents {
  event(event: PerchEvent): void;
  /** What the message became; what came before this is told now. `runId` null: it waits for its turn. */
  accepted(messageId: MessageId, runId: RunId | null): void;
}

export function createOwnEvents(sessionKey: SessionKey, tell: (event: PerchEvent) => void): OwnEvents {
  let early: PerchEvent[] | null = [];
  let own: { readonly messageId: MessageId; readonly runId: RunId | null } | null = null;
  let over = false;

  function pass(event: PerchEvent): void {
    if (over || own === null) return;
    const begins = event.type === "message-added" && event.message.id === own.messageId && event.runId !== undefined;
    if (own.runId === null && begins) own = { ...own, runId: event.runId ?? null };
    if (own.runId === null || ("runId" in event && event.runId !== undefined && event.runId !== own.runId)) return;
    tell(event);
    over = event.type === "run-end";
  }

  return {
    event(event) {
      if (!("sessionKey" in event) || event.sessionKey !== sessionKey) return;
      if (early === null) pass(event);
      else early.push(event);
    },
    accepted(messageId, runId) {
      own = { messageId, runId };
      const waiting = early ?? [];
      early = null;
      for (const event of waiting) pass(event);
    },
  };
}
