import { type AutomationNeeds, createAutomationsFeature } from "./automations-feature.ts";
import type { Core } from "./core.ts";
import { createHeartbeatFeature, type HeartbeatNeeds } from "./heartbeat-feature.ts";

type UnattendedNeeds = AutomationNeeds & Omit<HeartbeatNeeds, "isPaused" | "reports">;

/** What the agent does while nobody watches: jobs at their times, and looks at the open items from time to time. */
export function createUnattendedFeature(core: Core, needs: UnattendedNeeds) {
  const held = new AsyncDisposableStack();
  const { reports, reads, ...automations } = held.use(createAutomationsFeature(core, needs));
  const { isPaused } = needs.jobs.pause;
  const heartbeat = held.use(createHeartbeatFeature(core, { ...needs, reports, isPaused }));
  return {
    reads,
    handlers: { ...automations.handlers, ...heartbeat.handlers },
    stay() {
      automations.stay();
      heartbeat.stay();
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
