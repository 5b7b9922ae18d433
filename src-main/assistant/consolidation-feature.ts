import type { ConsolidationDependencies } from "../agent/consolidation/consolidate.ts";
import { createConsolidator } from "../agent/consolidation/consolidator.ts";
import { practiceModelId } from "../models/practice/practice-model-id.ts";
import type { Core } from "./core.ts";

/** Chats go into the log and the memory by themselves. */
export function createConsolidationFeature(
  core: Core,
  needs: Omit<ConsolidationDependencies, keyof Core | "practiceModelId">,
): AsyncDisposable {
  const consolidator = createConsolidator({ ...core, ...needs, practiceModelId });
  const subscription = core.events.subscribe(["agent", "session"], (delivery) => {
    if (delivery.kind === "event") consolidator.take(delivery.event);
  });
  subscription.start();
  return {
    async [Symbol.asyncDispose]() {
      subscription.stop();
      await consolidator[Symbol.asyncDispose]();
    },
  };
}
