import { ok } from "../../src-preload/contract/result.ts";
import { withoutKeys } from "../keys/without-keys.ts";
import type { ModelChoosing } from "../providers/choosing.ts";
import type { ModelPool } from "../providers/model-pool.ts";
import type { DomainHandlers } from "./router.ts";

/** `open` loads what only the choosing of models needs. */
export function createModelHandlers(
  open: () => Promise<ModelChoosing>,
  models: Pick<ModelPool, "forget" | "tookTools">,
): DomainHandlers<"model"> {
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
      return chosen.ok ? ok({ settings: withoutKeys(chosen.value) }) : chosen;
    },
    async "model.forget"({ modelId }) {
      const forgotten = await models.forget(modelId);
      return forgotten.ok ? ok({}) : forgotten;
    },
  };
}
