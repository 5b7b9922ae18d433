import type { ConsolidationDependencies } from "../agent/consolidation/consolidate.ts";
import { createConsolidator } from "../agent/consolidation/consolidator.ts";
import type { TitleDependencies } from "../agent/titles/give-title.ts";
import { createTitler } from "../agent/titles/titler.ts";
import { practiceModelId } from "../models/practice/practice-model-id.ts";
import type { Core } from "./core.ts";

/** What is done with chats by itself: they go into the log and the memory, and new ones get a title. */
export function createBackgroundFeature(
  core: Core,
  needs: Omit<ConsolidationDependencies & TitleDependencies, keyof Core | "practiceModelId">,
): AsyncDisposable {
  const deps = { ...core, ...needs, practiceModelId };
  const workers = [createConsolidator(deps), createTitler(deps)];
  const subscription = core.events.subscribe(["agent", "session"], (delivery) => {
    if (delivery.kind === "event") for (const worker of workers) worker.take(delivery.event);
  });
  subscription.start();
  return {
    async [Symbol.asyncDispose]() {
      subscription.stop();
      await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()));
    },
  };
}
