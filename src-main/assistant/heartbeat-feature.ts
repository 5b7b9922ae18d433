import { join } from "node:path";
import { beatLineSchema } from "../../src-preload/contract/heartbeat.ts";
import type { RunId } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import { createRunFollower, type RunFollower } from "../agent/run-follower.ts";
import type { SessionEditor } from "../agent/session-editor.ts";
import { createHeartbeatHandlers } from "../api/heartbeat-handlers.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import { beatChat, createBeatRuns } from "../heartbeat/beat-runs.ts";
import { isZone } from "../heartbeat/beat-times.ts";
import { describeHeartbeat } from "../heartbeat/describe.ts";
import { createHeartbeat, type Heartbeat } from "../heartbeat/heartbeat.ts";
import type { HeartbeatParts } from "../heartbeat/heartbeat-parts.ts";
import { openItems } from "../heartbeat/open-items.ts";
import type { Reports } from "../inbox/reports.ts";
import { strangerInChat } from "../sessions/mentioned-chat.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { createMonthLog } from "../storage/month-log.ts";
import { storageError } from "../storage/storage-error.ts";
import { isMissing } from "../thrown.ts";
import { createNotifyTool } from "../tools/notify-tool.ts";
import type { Tool } from "../tools/tool.ts";
import type { Meter } from "../usage/meter.ts";
import { text } from "../words.ts";
import type { Core } from "./core.ts";
import type { ModelsFeature } from "./models-feature.ts";
import type { Workspace } from "./workspace.ts";

/** What the agent needs of the heartbeat, before there is an agent that beats. */
export interface Beats {
  readonly tool: Tool;
  /** From now on news are told by this one. */
  tellBy(heartbeat: Pick<Heartbeat, "tell">): void;
}

export function openBeats(): Beats {
  let teller: Pick<Heartbeat, "tell"> | null = null;
  return {
    tool: createNotifyTool({
      usualTitle: text("heartbeat.name"),
      async tell(news) {
        const told = await teller?.tell(news);
        return told?.kind === "told" ? null : (told?.why ?? "No beat is on.");
      },
    }),
    tellBy(heartbeat) {
      teller = heartbeat;
    },
  };
}

export interface HeartbeatNeeds {
  readonly beats: Beats;
  readonly loop: AgentLoop;
  readonly bus: MessageBus;
  readonly editor: SessionEditor;
  readonly meter: Meter;
  readonly models: ModelsFeature["models"];
  readonly reports: Pick<Reports, "add">;
  readonly sessions: Pick<SessionStore, "messagesOf">;
  readonly workspace: Workspace;
  /** The person has paused whatever runs by itself. */
  readonly isPaused: (now: number) => Promise<boolean>;
}

/** The file of the items is read up to here. */
const mostBytes = 256 * 1024;

/** From time to time the agent looks at the open items of HEARTBEAT.md. */
export function createHeartbeatFeature(core: Core, needs: HeartbeatNeeds) {
  const { host, files, events } = core;
  const { home } = host.paths;
  const folder = join(home, "heartbeat", "beats");
  const log = { host, files, folder, backups: join(home, "backups") };
  const lines = createMonthLog({ ...log, schema: beatLineSchema, name: "the log of the beats" });
  const follower = createRunFollower({ events, host });
  const path = join(core.folders.workspace, "HEARTBEAT.md");
  const parts = partsOf(core, needs, { lines, follower, path });
  const heartbeat = createHeartbeat(parts);
  needs.beats.tellBy(heartbeat);
  const subscription = events.subscribe(["settings"], () => void heartbeat.look());
  return {
    handlers: createHeartbeatHandlers({
      heartbeat,
      describe: () => describeHeartbeat({ ...parts, heartbeat, path, priceOf: needs.models.priceOf }),
    }),
    stay() {
      subscription.start();
      heartbeat.start();
    },
    wake: (): void => void heartbeat.look(),
    async [Symbol.asyncDispose]() {
      subscription.stop();
      await heartbeat[Symbol.asyncDispose]();
      follower[Symbol.dispose]();
      await lines[Symbol.asyncDispose]();
    },
  };
}

interface Opened extends Pick<HeartbeatParts, "lines"> {
  readonly follower: RunFollower;
  readonly path: string;
}

function partsOf(core: Core, needs: HeartbeatNeeds, { lines, follower, path }: Opened): HeartbeatParts {
  const { host, events, ids } = core;
  const { loop, bus, editor, meter } = needs;
  const spent = (runId: RunId) => spentBy(runId, meter, host.now());
  return {
    clock: host,
    log: host.log,
    lines,
    settings: core.settings.current,
    zoneOf({ agents }) {
      const { timezone } = agents.defaults;
      return timezone !== null && isZone(timezone) ? timezone : host.timezone;
    },
    async items() {
      const ready = await needs.workspace.ready();
      return ready.ok ? readItems(core.files, path) : ready;
    },
    isPaused: needs.isPaused,
    runs: createBeatRuns({ host, loop, bus, editor, follower, spent }),
    usedUp: (now) => usedUp(now, meter, ids.run()),
    onBattery: host.onBattery,
    async report(draft) {
      const stranger = await strangerInChat(needs.sessions, beatChat);
      return stranger.ok ? needs.reports.add({ ...draft, stranger: stranger.value }) : stranger;
    },
    createBeatId: ids.message,
    events: {
      changed: () => events.publish({ topic: "heartbeat", type: "heartbeat-changed" }),
      begun: (beat) => events.publish({ topic: "heartbeat", type: "beat-start", sessionKey: beatChat, beat }),
      ended: ({ beat, outcome, told, reason }) =>
        events.publish({ topic: "heartbeat", type: "beat-end", sessionKey: beatChat, beat, outcome, told, reason }),
    },
  };
}

/** None of a file that is not there. */
async function readItems(files: FileSystem, path: string): AsyncResult<readonly string[]> {
  try {
    await using handle = await files.open(path, "r");
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return ok(openItems(buffer.subarray(0, bytesRead).toString("utf8")));
  } catch (cause) {
    return isMissing(cause) ? ok([]) : fail(storageError(cause, path));
  }
}

/** Why no model may be asked; null where one may. A ledger that cannot be read is told of by the call itself. */
async function usedUp(settings: Settings, meter: Meter, runId: RunId): Promise<string | null> {
  const budgets = await meter.budgets(settings, { sessionKey: beatChat, runId });
  const full = budgets.ok ? budgets.value.find(({ share }) => share >= 1) : undefined;
  return full === undefined ? null : meter.stop(full);
}

const dayMs = 24 * 3_600_000;

/** What a run that has ended used; null where the ledger cannot be read. */
async function spentBy(runId: RunId, meter: Meter, now: number) {
  let tokens = 0;
  let cost: number | null = 0;
  const months = new Set([now - dayMs, now].map((time) => new Date(time).toISOString().slice(0, 7)));
  const read = await meter.read(
    (line) => {
      if (line._type !== "call" || line.runId !== runId) return;
      tokens += line.inputTokens + line.outputTokens;
      cost = cost === null || line.cost === null ? null : cost + line.cost;
    },
    [...months],
  );
  return read.ok ? { tokens, cost } : null;
}
