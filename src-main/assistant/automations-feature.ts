import { join } from "node:path";
import type { JobId } from "../../src-preload/contract/automations.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import { createRunFollower } from "../agent/run-follower.ts";
import type { SessionEditor } from "../agent/session-editor.ts";
import { createAutomationHandlers } from "../api/automation-handlers.ts";
import { createDelivery } from "../automations/deliver.ts";
import { createJobRuns } from "../automations/job-runs.ts";
import { createJobStore, type JobStore } from "../automations/job-store.ts";
import { createScheduler } from "../automations/scheduler.ts";
import { createSchedules, type Schedules } from "../automations/schedules.ts";
import { createSlotLog } from "../automations/slot-log.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import type { RuleStore } from "../policy/rule-store.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { createCronTool } from "../tools/cron-tool.ts";
import type { Tool } from "../tools/tool.ts";
import type { Core } from "./core.ts";
import { createInboxFeature, type OpenInbox } from "./inbox-feature.ts";

/** The jobs of a home, before there is an agent that runs them. */
export interface Jobs {
  readonly store: JobStore;
  readonly tool: Tool;
  readonly schedules: Schedules;
  /** From now on this process runs what is due. */
  stay(): void;
}

export function openJobs({ host, files, events, settings }: Core): Jobs {
  const path = join(host.paths.home, "automations", "jobs.json");
  const changed = (): void => events.publish({ topic: "cron", type: "jobs-changed" });
  const store = createJobStore({ host, files, path, changed });
  let isResident = false;
  const timezone = async (): Promise<string> => {
    const now = await settings.current();
    return (now.ok ? now.value.agents.defaults.timezone : null) ?? host.timezone;
  };
  const schedules = createSchedules({ now: host.now, timezone });
  return {
    store,
    schedules,
    tool: createCronTool({ store, path, schedules, isResident: () => isResident }),
    stay() {
      isResident = true;
    },
  };
}

interface AutomationNeeds {
  readonly jobs: Jobs;
  readonly inbox: Pick<OpenInbox, "reports" | "outbox">;
  readonly sessions: SessionStore;
  readonly loop: AgentLoop;
  readonly bus: MessageBus;
  readonly editor: SessionEditor;
  readonly tool: (name: string) => Pick<Tool, "repeatSafe"> | null;
  readonly rules: Pick<RuleStore, "list" | "remove">;
}

/** What is done at a time, and what was reported of it. */
export function createAutomationsFeature(core: Core, needs: AutomationNeeds) {
  const { jobs, inbox, loop, bus, editor, tool, rules } = needs;
  const { host, files, events } = core;
  const { home } = host.paths;
  const inboxes = createInboxFeature(core, needs);
  const folder = join(home, "automations", "runs");
  const slots = createSlotLog({ host, files, folder, backups: join(home, "backups") });
  const follower = createRunFollower({ events, host });
  const runs = createJobRuns({ host, loop, bus, follower, editor, tool });
  const delivery = createDelivery({ loop, ...inbox, log: host.log, localTime: host.localTime });
  const changed = (): void => events.publish({ topic: "cron", type: "jobs-changed" });
  const scheduler = createScheduler({
    clock: host,
    log: host.log,
    store: jobs.store,
    slots,
    runs,
    events: {
      changed,
      begun({ id: jobId, name }, { sessionKey }) {
        events.publish({ topic: "cron", type: "job-start", sessionKey, jobId, name });
        changed();
      },
      ending: delivery.ending,
      ended(job, line) {
        const { sessionKey, outcome, reason } = line;
        delivery.ended();
        events.publish({ topic: "cron", type: "job-end", sessionKey, jobId: job.id, name: job.name, outcome, reason });
      },
      missed: delivery.missed,
      stopped: delivery.stopped,
    },
  });
  const subscription = events.subscribe(["cron"], (delivered) => {
    if (delivered.kind === "event" && delivered.event.type === "jobs-changed") void scheduler.look();
  });
  subscription.start();
  return {
    handlers: {
      ...inboxes.handlers,
      ...createAutomationHandlers({
        store: jobs.store,
        scheduler,
        schedules: jobs.schedules,
        isWaiting: (key: SessionKey) => runs.isWaiting(key),
        forgetRules: (id) => forgetRules(id, rules),
      }),
    },
    stay() {
      inboxes.stay();
      jobs.stay();
      scheduler.start();
    },
    async [Symbol.asyncDispose]() {
      subscription.stop();
      await scheduler[Symbol.asyncDispose]();
      follower[Symbol.dispose]();
      await slots[Symbol.asyncDispose]();
    },
  };
}

/** A job that is gone allows nothing any more. */
async function forgetRules(id: JobId, rules: Pick<RuleStore, "list" | "remove">): Promise<void> {
  const listed = await rules.list();
  if (!listed.ok) return;
  const own = listed.value.filter(({ scope }) => scope.kind === "job" && scope.jobId === id);
  for (const rule of own) await rules.remove(rule.id);
}
