import type { RestorePreview, RestoreReceipt } from "../../src-preload/contract/backups.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { orderSwap, swapPlace } from "../storage/swap-parts.ts";
import { isMissing } from "../thrown.ts";
import { text } from "../words.ts";
import { rowOf } from "./backup-files.ts";
import { type Backups, errorOf, stopped } from "./backups.ts";
import { layReady } from "./lay-ready.ts";
import type { OpenWork } from "./one-work.ts";
import { type OpenBackup, openBackup } from "./open-backup.ts";
import { compareWithHome } from "./preview-restore.ts";

export interface RestoreParts {
  readonly home: string;
  readonly files: FileSystem;
  readonly backups: Backups;
  readonly runs: {
    /** How many are on. */
    count(): number;
    /** Resolves once their ends are written. */
    stop(): Promise<void>;
  };
  /** From now on nobody else may ask for anything; the undo lets them again. */
  readonly refuse: () => () => void;
  /** Lets go of the home and claims it anew, soon; null where the process that has it cannot. */
  readonly reopen: (() => void) | null;
}

/** Puts a backup in the place of the present: looked at first, then done at the next claim of the home. */
export function createRestore(parts: RestoreParts) {
  const { home, files, backups, runs } = parts;

  async function open<Value>(id: string, use: (backup: OpenBackup) => AsyncResult<Value>): AsyncResult<Value> {
    const path = backups.files.pathOf(id);
    try {
      using backup = await openBackup(path);
      return await use(backup);
    } catch (cause) {
      if (isMissing(cause)) return fail(contractError("not-found", text("backup.gone")));
      return fail(errorOf(cause, path));
    }
  }

  async function carryOut(backup: OpenBackup, at: OpenWork): AsyncResult<RestoreReceipt> {
    const onProgress = at.tell;
    const swap = await layReady({ home, files, backup, signal: at.signal, onProgress });
    await runs.stop();
    const letIn = parts.refuse();
    let isOrdered = false;
    try {
      const kept = await backups.make("restore", { signal: at.signal, tell: () => undefined });
      if (!kept.ok) return kept;
      if (at.signal.aborted) return fail(stopped());
      const ordered = await orderSwap(home, swap, files);
      if (!ordered.ok) return ordered;
      isOrdered = true;
      parts.reopen?.();
      return ok({ kept: kept.value });
    } finally {
      if (!isOrdered) letIn();
    }
  }

  /** What was laid ready for nothing goes. */
  async function orRemoved<Value>(work: (at: OpenWork) => AsyncResult<Value>, at: OpenWork): AsyncResult<Value> {
    let done: Awaited<AsyncResult<Value>> | null = null;
    try {
      done = await work(at);
      return done;
    } catch (cause) {
      if (at.signal.aborted) return fail(stopped());
      throw cause;
    } finally {
      if (done?.ok !== true) await files.rm(swapPlace(home).folder, { recursive: true, force: true });
    }
  }

  return {
    preview: (id: string): AsyncResult<RestorePreview> =>
      open(id, async (backup) => {
        const compared = await compareWithHome({ home, files, backup });
        const { size } = await files.stat(backups.files.pathOf(id));
        const obstacle = parts.reopen === null ? text("backup.notHere") : null;
        return ok({ backup: rowOf(id, size, backup.summary), ...compared, runs: runs.count(), obstacle });
      }),
    async restore(id: string, stopRuns: boolean): AsyncResult<RestoreReceipt> {
      if (parts.reopen === null) return fail(contractError("conflict", text("backup.notHere")));
      const on = runs.count();
      if (on > 0 && !stopRuns) return fail(contractError("busy", text("backup.runsOn", { count: on })));
      return backups.work.during("restore", (at) =>
        open(id, (backup) => orRemoved((one) => carryOut(backup, one), at)),
      );
    },
  };
}

export type Restore = ReturnType<typeof createRestore>;
