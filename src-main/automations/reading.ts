import type { JobId } from "../../src-preload/contract/automations.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { jobOfKey } from "../../src-preload/contract/session-key.ts";
import type { Reports } from "../inbox/reports.ts";
import type { JobStore } from "./job-store.ts";
import type { Scheduler } from "./scheduler.ts";

/** Notices what the person reads of what jobs told. */
export interface Reading {
  /** A chat was opened: that of a run, or one that jobs tell their results in. */
  opened(key: SessionKey): void;
  /** These reports were seen, or thrown away. */
  seen(ids: readonly string[]): Promise<void>;
  /** Resolves when what was noticed is written. */
  settled(): Promise<void>;
}

interface ReadingParts {
  readonly scheduler: Pick<Scheduler, "read">;
  readonly reports: Pick<Reports, "list">;
  readonly jobs: Pick<JobStore, "list">;
}

export function createReading({ scheduler, reports, jobs }: ReadingParts): Reading {
  const underWay = new Set<Promise<void>>();

  async function toldIn(key: SessionKey): Promise<void> {
    const listed = await jobs.list();
    if (!listed.ok) return;
    for (const { id, deliverTo } of listed.value) {
      if (deliverTo === key) await scheduler.read(id, ({ end }) => end !== null);
    }
  }

  function readRun(key: SessionKey, jobId: string): Promise<void> {
    return scheduler.read(jobId as JobId, ({ sessionKey }) => sessionKey === key);
  }

  return {
    opened(key) {
      const jobId = jobOfKey(key);
      const noticed = (jobId === null ? toldIn(key) : readRun(key, jobId)).finally(() => underWay.delete(noticed));
      underWay.add(noticed);
    },
    async seen(ids) {
      const listed = await reports.list();
      if (!listed.ok) return;
      for (const { id, sessionKey, jobId } of listed.value) {
        if (sessionKey !== null && jobId !== null && ids.includes(id)) await readRun(sessionKey, jobId);
      }
    },
    async settled() {
      await Promise.allSettled(underWay);
    },
  };
}
