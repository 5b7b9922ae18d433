import { join } from "node:path";
import type { JobId } from "../../src-preload/contract/automations.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isUnattendedKey } from "../../src-preload/contract/session-key.ts";
import { nothingSpent, plus, type Spent, spentOn } from "../../src-preload/contract/spent.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import { createRunFollower } from "../agent/run-follower.ts";
import type { SessionEditor } from "../agent/session-editor.ts";
import { createAutomationHandlers } from "../api/automation-handlers.ts";
import { createJobOverviewHandlers } from "../api/job-overview-handlers.ts";
import type { Handlers } from "../api/router.ts";
import { createDelivery, type Delivery } from "../automations/deliver.ts";
import { createJobRuns } from "../automations/job-runs.ts";
import { createJobStore, type JobStore } from "../automations/job-store.ts";
import { createLookBack } from "../automations/look-back.ts";
import { createPauseStore, type PauseStore } from "../automations/pause.ts";
import { createReading, type Reading } from "../automations/reading.ts";
import { createScheduler } from "../automations/scheduler.ts";
import type { SchedulerParts } from "../automations/scheduler-parts.ts";
import { createSchedules, type Schedules } from "../automations/schedules.ts";
import { createSlotLog } from "../automations/slot-log.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import type { DecisionLog } from "../policy/decision-log.ts";
import type { RuleStore } from "../policy/rule-store.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { createCronTool } from "../tools/cron-tool.ts";
import type { Tool } from "../tools/tool.ts";
import type { Meter } from "../usage/meter.ts";
import { fileMonthOf } from "../usage/periods.ts";
import type { Core } from "./core.ts";
import { createInboxFeature, type OpenInbox } from "./inbox-feature.ts";

/** The jobs of a home, before there is an agent that runs them. */
export interface Jobs {
  readonly store: JobStore;
  readonly tool: Tool;
  readonly schedules: Schedules;
  readonly pause: PauseStore;
  readonly isResident: () => boolean;
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
  const pause = createPauseStore({
    host,
    files,
    path: join(host.paths.home, "automations", "pause.json"),
    changed: (now) => events.publish({ topic: "cron", type: "pause-changed", pause: now }),
  });
  return {
    store,
    schedules,
    pause,
    isResident: () => isResident,
    tool: createCronTool({ store, path, schedules, isResident: () => isResident }),
    stay() {
      isResident = true;
    },
  };
}

export interface AutomationNeeds {
  readonly jobs: Jobs;
  readonly loop: AgentLoop;
  readonly bus: MessageBus;
  readonly editor: SessionEditor;
  readonly tool: (name: string) => Pick<Tool, "repeatSafe"> | null;
  readonly rules: Pick<RuleStore, "list" | "remove">;
  readonly decisions: Pick<DecisionLog, "list">;
  readonly sessions: SessionStore;
  readonly inbox: Pick<OpenInbox, "outbox" | "reports">;
  readonly meter: Pick<Meter, "read">;
  /** Those of chats: what is opened is noticed. */
  readonly handlers: Pick<Handlers, "session.open">;
}

/** What is done at a time, and what was reported of it. */
export function createAutomationsFeature(core: Core, needs: AutomationNeeds) {
  const { jobs, inbox, loop, bus, editor, tool, rules } = needs;
  const { host, files, events } = core;
  const { home } = host.paths;
  const folder = join(home, "automations", "runs");
  const slots = createSlotLog({ host, files, folder, backups: join(home, "backups") });
  const follower = createRunFollower({ events, host });
  const runs = createJobRuns({ host, loop, bus, follower, editor, tool, spentIn: spentOf(core, needs.meter) });
  const delivery = createDelivery({ loop, ...inbox, log: host.log, localTime: host.localTime });
  const scheduler = createScheduler({
    clock: host,
    log: host.log,
    store: jobs.store,
    slots,
    runs,
    pause: jobs.pause,
    events: schedulerEvents(core, delivery),
  });
  const reading = createReading({ scheduler, reports: inbox.reports, jobs: jobs.store });
  const inboxes = createInboxFeature(core, { ...needs, read: reading.seen });
  const subscription = events.subscribe(["agent", "cron"], (delivered) => {
    if (delivered.kind !== "event") return;
    const { event } = delivered;
    if (event.type === "jobs-changed" || event.type === "pause-changed") void scheduler.look();
    // Who goes on with a chat has read what jobs told there.
    else if (event.type === "run-start" && !isUnattendedKey(event.sessionKey)) reading.opened(event.sessionKey);
  });
  subscription.start();
  return {
    handlers: {
      "session.open": readingOpen(needs.handlers["session.open"], reading),
      ...inboxes.handlers,
      ...createJobOverviewHandlers({
        store: jobs.store,
        pause: jobs.pause,
        lookBack: createLookBack({ ...needs, host, slots, scheduler }),
      }),
      ...createAutomationHandlers({
        store: jobs.store,
        scheduler,
        schedules: jobs.schedules,
        pause: jobs.pause,
        isResident: jobs.isResident,
        isWaiting: (key: SessionKey) => runs.isWaiting(key),
        forgetRules: (id) => forgetRules(id, rules),
      }),
    },
    stay() {
      inboxes.stay();
      jobs.stay();
      scheduler.start();
    },
    wake: (): void => void scheduler.look(),
    async [Symbol.asyncDispose]() {
      subscription.stop();
      await scheduler[Symbol.asyncDispose]();
      await reading.settled();
      follower[Symbol.dispose]();
      await slots[Symbol.asyncDispose]();
    },
  };
}

/** What a person opens of what jobs told counts as read; what the agent's own commands open does not. */
function readingOpen(open: Handlers["session.open"], reading: Reading): Handlers["session.open"] {
  return async (input, caller) => {
    const opened = await open(input, caller);
    if (opened.ok && (await caller.mayBeCommand?.()) !== true) reading.opened(input.sessionKey);
    return opened;
  };
}

/** What the scheduler tells, for clients and for where results are brought to. */
function schedulerEvents({ events }: Core, delivery: Delivery): SchedulerParts["events"] {
  const changed = (): void => events.publish({ topic: "cron", type: "jobs-changed" });
  return {
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
  };
}

/** What the calls of a chat took, by the ledger of this month and the one before; nothing where that cannot be read. */
function spentOf({ host }: Core, meter: Pick<Meter, "read">) {
  return async (key: SessionKey): Promise<Spent> => {
    let spent = nothingSpent;
    const months = [...new Set([host.now() - 31 * 86_400_000, host.now()].map(fileMonthOf))];
    const read = await meter.read((line) => {
      if (line._type === "call" && line.sessionKey === key) spent = plus(spent, spentOn(line));
    }, months);
    return read.ok ? spent : { tokens: 0, cost: null };
  };
}

/** A job that is gone allows nothing any more. */
async function forgetRules(id: JobId, rules: Pick<RuleStore, "list" | "remove">): Promise<void> {
  const listed = await rules.list();
  if (!listed.ok) return;
  const own = listed.value.filter(({ scope }) => scope.kind === "job" && scope.jobId === id);
  for (const rule of own) await rules.remove(rule.id);
}
