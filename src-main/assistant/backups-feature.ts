import { join } from "node:path";
import type { AgentLoop } from "../agent/agent-loop.ts";
import { createBackupHandlers } from "../api/backup-handlers.ts";
import type { Backups } from "../backups/backups.ts";
import { createDailyBackup, type DailyBackup, type DailyParts } from "../backups/daily.ts";
import type { Reports } from "../inbox/reports.ts";
import { text } from "../words.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";
import type { AssistantOptions } from "./options.ts";

export interface BackupsNeeds {
  readonly loop: Pick<AgentLoop, "active" | "release">;
  readonly reports: Pick<Reports, "add">;
  /** From now on nobody may ask for anything; the undo lets them again. */
  readonly refuse: () => () => void;
  readonly options: Pick<AssistantOptions, "marks" | "reopen">;
}

/** The answer to who asked for it is let out first. */
const reopenAfterMs = 200;

/** Copies of the home, and putting one in its place; the code is loaded with the first of them. */
export function createBackupsFeature(core: Core, { loop, reports, refuse, options }: BackupsNeeds) {
  const { host, files, events, keys, version } = core;
  const { home } = host.paths;
  const folder = join(home, "backups");
  const { reopen, marks } = options;
  const held = new AsyncDisposableStack();
  const running = () => loop.active().filter(({ state }) => state === "running");

  async function report(words: string): Promise<void> {
    const failed = { kind: "failure", title: text("backup.name"), text: words, sessionKey: null, jobId: null } as const;
    const added = await reports.add(failed);
    if (!added.ok) host.log("warn", "a failed backup was not reported", { reason: added.error.message });
  }

  const open = once(async () => {
    const [{ createBackups }, { createRestore }] = await Promise.all([
      import("../backups/backups.ts"),
      import("../backups/restore.ts"),
    ]);
    const backups = held.use(
      createBackups({
        home,
        folder,
        files,
        clock: host,
        log: host.log,
        version,
        redact: keys.redact,
        onWork: (work) => events.publish({ topic: "system", type: "backup-work", work }),
        onChanged: () => events.publish({ topic: "system", type: "backups-changed" }),
      }),
    );
    const restore = createRestore({
      home,
      files,
      backups,
      runs: {
        count: () => running().length,
        stop: async () => void (await Promise.all(running().map(({ sessionKey }) => loop.release(sessionKey)))),
      },
      refuse,
      reopen: reopen === undefined ? null : () => void host.setTimer(reopenAfterMs, reopen),
    });
    return { backups, restore };
  });

  const daily = held.use(
    dailyOf(core, open, (problem) => {
      events.publish({ topic: "system", type: "backups-changed" });
      if (problem !== null) void report(text("backup.dailyFailed", { reason: problem.message }));
    }),
  );

  return {
    handlers: createBackupHandlers({ folder, open, problem: () => daily.problem }),
    stay() {
      daily.start();
      const { restored } = marks ?? {};
      if (restored?.kind === "undone") void report(text("backup.undone", { reason: restored.reason }));
    },
    wake: daily.wake,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

function dailyOf(
  { host, settings }: Core,
  open: () => Promise<{ readonly backups: Backups }>,
  onProblem: DailyParts["onProblem"],
): DailyBackup {
  return createDailyBackup({
    clock: host,
    log: host.log,
    async isOn() {
      const current = await settings.current();
      return current.ok && current.value.backups.daily;
    },
    async newest() {
      const listed = await (await open()).backups.list();
      return listed.ok ? (listed.value.backups[0]?.at ?? null) : null;
    },
    isChanged: async () => (await open()).backups.isNewer(),
    make: async (reason) => (await open()).backups.make(reason),
    onProblem,
  });
}
