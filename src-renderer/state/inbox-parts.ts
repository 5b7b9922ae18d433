import type { AgentClient } from "../client/agent-client.ts";
import type { Jobs } from "./jobs.ts";
import type { Notify } from "./notices.ts";
import type { Profiles } from "./profiles.ts";
import { createReportActs } from "./report-acts.ts";
import type { Reports } from "./reports.ts";
import { createThreads } from "./threads.ts";

export interface InboxNeeded {
  readonly client: AgentClient;
  readonly notify: Notify;
  readonly profiles: Profiles;
  readonly reports: Reports;
  readonly jobs: Jobs;
}

/** What the page of the Inbox alone needs. */
export function createInboxParts(needed: InboxNeeded) {
  return { threads: createThreads(needed), acts: createReportActs(needed) };
}

export type InboxParts = ReturnType<typeof createInboxParts>;
