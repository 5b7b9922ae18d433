import type { JobView } from "../../../src-preload/contract/automations.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { heartbeatDetail } from "./heartbeat-detail.ts";

interface ShownJob {
  /** The job of the address, or the first one where it names none; null where there is none. */
  readonly shown: JobView | null;
  /** The address names one that is no longer there. */
  readonly isGone: boolean;
}

export function useShownJob(): ShownJob {
  const { jobs, place } = useWindow();
  const list = usePick(jobs.store, (state) => state.list);
  const id = usePick(place.store, (state) => (state.place.name === "automations" ? state.place.job : null));
  if (list.kind !== "ready") return { shown: null, isGone: false };
  if (id === null || id === heartbeatDetail) return { shown: list.jobs[0] ?? null, isGone: false };
  const shown = list.jobs.find(({ job }) => job.id === id) ?? null;
  return { shown, isGone: shown === null };
}
