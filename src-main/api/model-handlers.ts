import type { ContractError } from "../../src-preload/contract/errors.ts";
import { ok, type Result } from "../../src-preload/contract/result.ts";
import type { RouteInput } from "../../src-preload/contract/routes.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { ProbeReport } from "../models/probe.ts";
import type { TestReport } from "../models/test-model.ts";
import type { DomainHandlers } from "./router.ts";
import { withoutKeys } from "./without-keys.ts";

type Answer<Value> = Promise<Result<Value, ContractError>>;

interface ModelHandlerDependencies {
  readonly events: EventBus;
  readonly probe: () => Answer<ProbeReport>;
  readonly list: () => Answer<readonly string[]>;
  readonly test: (choice: RouteInput<"model.test">) => Answer<TestReport>;
  readonly choose: (choice: RouteInput<"model.choose">) => Answer<Settings>;
}

export function createModelHandlers(deps: ModelHandlerDependencies): DomainHandlers<"model"> {
  return {
    "model.probe": deps.probe,
    async "model.list"() {
      const listed = await deps.list();
      return listed.ok ? ok({ models: listed.value }) : listed;
    },
    "model.test": deps.test,
    async "model.choose"(choice) {
      const chosen = await deps.choose(choice);
      if (!chosen.ok) return chosen;
      deps.events.publish({ topic: "settings", type: "settings-changed" });
      return ok({ settings: withoutKeys(chosen.value) });
    },
  };
}
