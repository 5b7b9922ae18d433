import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { reduceRun } from "../../src-preload/contract/reducers/run.ts";
import type { RunView } from "../../src-preload/contract/run-view.ts";
import type { RunningStep } from "../../src-preload/contract/session.ts";
import type { EventBus } from "../bus/event-bus.ts";

/** The runs that are on, as a client that followed them from the start would show them: for snapshots in mid-run. */
export interface RunTracker {
  view(sessionKey: SessionKey): RunView | null;
  /** What a run does now; null between steps, and where none is on. */
  stepOf(sessionKey: SessionKey): RunningStep | null;
}

export function createRunTracker(events: EventBus): RunTracker {
  const views = new Map<SessionKey, RunView>();
  const subscription = events.subscribe(["agent", "stream", "approval"], (delivery) => {
    if (delivery.kind !== "event" || !("runId" in delivery.event)) return;
    const { event } = delivery;
    const view = reduceRun(views.get(event.sessionKey) ?? null, event);
    if (view === null || view.end !== null) views.delete(event.sessionKey);
    else views.set(event.sessionKey, view);
  });
  subscription.start();
  return {
    view: (sessionKey) => views.get(sessionKey) ?? null,
    stepOf(sessionKey) {
      const step = views.get(sessionKey)?.steps.findLast(({ state }) => state === "running");
      if (step === undefined) return null;
      const { tool, label, words, title } = step;
      return { tool, title, ...(label === undefined ? {} : { label }), ...(words === undefined ? {} : { words }) };
    },
  };
}
