import { ok } from "../../src-preload/contract/result.ts";
import type { EventBus } from "../bus/event-bus.ts";
import { withoutKeys } from "../keys/without-keys.ts";
import type { ModelChoosing } from "../providers/choosing.ts";
import type { ModelPool } from "../providers/model-pool.ts";
import type { DomainHandlers } from "./router.ts";

/** `open` loads what only the choosing of models needs. */
export function createModelHandlers(
  open: () => Promise<ModelChoosing>,
  models: Pick<ModelPool, "forget" | "tookTools">,
  events: EventBus,
): DomainHandlers<"model"> {
  const tell = (): void => events.publish({ topic: "settings", type: "settings-changed" });
  return {
    "model.probe": async () => (await open()).probe(),
    async "model.list"() {
      const listed = await (await open()).list();
      return listed.ok ? ok({ models: listed.value }) : listed;
    },
    async "model.test"(choice) {
      const tested = await (await open()).test(choice);
      const hasCalled =
        tested.ok && tested.value.stages.some(({ stage, state }) => stage === "tool-call" && state === "passed");
      if (hasCalled && tested.value.modelId !== null) await models.tookTools(tested.value.modelId);
      return tested;
    },
    async "model.choose"(choice) {
      const chosen = await (await open()).choose(choice);
      if (!chosen.ok) return chosen;
      tell();
      return ok({ settings: withoutKeys(chosen.value) });
    },
    async "model.forget"({ modelId }) {
      const forgotten = await models.forget(modelId);
      if (!forgotten.ok) return forgotten;
      tell();
      return ok({});
    },
  };
}
