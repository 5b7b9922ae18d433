import type { JobView } from "../../../src-preload/contract/automations.ts";
import { usePick, useWindow } from "../../state/context.ts";

/** The job of the address, or the first one; null where there is none. */
export function useShownJob(): JobView | null {
  const { jobs, place } = useWindow();
  const list = usePick(jobs.store, (state) => state.list);
  const id = usePick(place.store, (state) => (state.place.name === "automations" ? state.place.job : null));
  if (list.kind !== "ready") return null;
  return list.jobs.find(({ job }) => job.id === id) ?? list.jobs[0] ?? null;
}
