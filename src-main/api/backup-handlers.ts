import { ok } from "../../src-preload/contract/result.ts";
import type { Backups } from "../backups/backups.ts";
import type { Restore } from "../backups/restore.ts";
import type { DomainHandlers } from "./router.ts";

export interface BackupHandlerNeeds {
  readonly folder: string;
  /** Loaded when somebody looks. */
  readonly open: () => Promise<{ readonly backups: Backups; readonly restore: Restore }>;
  /** Why the last one that was made by itself failed. */
  readonly problem: () => string | null;
}

export function createBackupHandlers({ folder, open, problem }: BackupHandlerNeeds): DomainHandlers<"backups"> {
  return {
    async "backups.list"() {
      const { backups } = await open();
      const listed = await backups.list();
      return listed.ok ? ok({ folder, ...listed.value, work: backups.work.current, problem: problem() }) : listed;
    },
    async "backups.make"({ reason }) {
      const made = await (await open()).backups.make(reason);
      return made.ok ? ok({ backup: made.value }) : made;
    },
    async "backups.stop"() {
      (await open()).backups.work.stop();
      return ok({});
    },
    "backups.preview": async ({ id }) => (await open()).restore.preview(id),
    "backups.restore": async ({ id, stopRuns }) => (await open()).restore.restore(id, stopRuns),
  };
}
