import type { SessionStore } from "../sessions/session-store.ts";
import { type AutomationNeeds, createAutomationsFeature, openJobs } from "./automations-feature.ts";
import type { Core } from "./core.ts";
import { createHeartbeatFeature, type HeartbeatNeeds } from "./heartbeat-feature.ts";
import { openInbox } from "./inbox-feature.ts";

/** What the agent itself needs of it: the jobs and what is reported, with their tools. */
export function openUnattended(core: Core, sessions: SessionStore) {
  const jobs = openJobs(core);
  const inbox = openInbox(core, sessions);
  return { jobs, inbox, [Symbol.asyncDispose]: () => inbox[Symbol.asyncDispose]() };
}

type UnattendedNeeds = AutomationNeeds & Omit<HeartbeatNeeds, "isPaused" | "reports">;

/** What the agent does while nobody watches: jobs at their times, and looks at the open items from time to time. */
export function createUnattendedFeature(core: Core, needs: UnattendedNeeds) {
  const held = new AsyncDisposableStack();
  const automations = held.use(createAutomationsFeature(core, needs));
  const { isPaused } = needs.jobs.pause;
  const heartbeat = held.use(createHeartbeatFeature(core, { ...needs, reports: needs.inbox.reports, isPaused }));
  return {
    handlers: { ...automations.handlers, ...heartbeat.handlers },
    stay() {
      automations.stay();
      heartbeat.stay();
    },
    wake() {
      automations.wake();
      heartbeat.wake();
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
