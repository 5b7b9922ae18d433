import type { JobView, Pause } from "../../src-preload/contract/automations.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { HeartbeatView } from "../../src-preload/contract/heartbeat.ts";
import type { Report } from "../../src-preload/contract/inbox.ts";
import type { McpAsk } from "../../src-preload/contract/mcp-asks.ts";
import type { PendingApproval, SessionSummary } from "../../src-preload/contract/session.ts";

/** What the shell knows of the home: what every client could ask. Each part is empty until it was read. */
export interface HomeFacts {
  readonly chats: readonly SessionSummary[];
  readonly approvals: readonly PendingApproval[];
  readonly asks: readonly McpAsk[];
  readonly proposals: readonly { readonly time: number }[];
  readonly reports: readonly Report[];
  readonly jobs: readonly JobView[];
  readonly pause: Pause | null;
  readonly heartbeat: Pick<HeartbeatView, "next" | "running"> | null;
}

export const nothingKnown: HomeFacts = {
  chats: [],
  approvals: [],
  asks: [],
  proposals: [],
  reports: [],
  jobs: [],
  pause: null,
  heartbeat: null,
};

export type HomePart = "chats" | "approvals" | "asks" | "proposals" | "reports" | "jobs" | "heartbeat";

/** What is to be read again because of an event; the chats are kept by their own events. */
export function partsAfter(event: PerchEvent): readonly HomePart[] {
  switch (event.type) {
    case "approval-request":
    case "approval-decision":
    case "run-end":
      return ["approvals"];
    case "ask-opened":
    case "ask-closed":
      return ["asks"];
    case "proposals-changed":
      return ["proposals"];
    case "inbox-changed":
      return ["reports"];
    case "jobs-changed":
    case "pause-changed":
    case "job-start":
    case "job-end":
      return ["jobs"];
    case "heartbeat-changed":
    case "beat-start":
    case "beat-end":
    case "settings-changed":
      return ["heartbeat"];
    default:
      return [];
  }
}

/** The rows of the chats after an event; the same list where it says nothing of them. */
export function chatsAfter(chats: HomeFacts["chats"], event: PerchEvent): HomeFacts["chats"] {
  switch (event.type) {
    case "session-created":
    case "session-changed":
      return [event.summary, ...chats.filter(({ key }) => key !== event.sessionKey)];
    case "session-removed":
      return chats.filter(({ key }) => key !== event.sessionKey);
    default:
      return chats;
  }
}
