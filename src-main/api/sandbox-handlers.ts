import { ok } from "../../src-preload/contract/result.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { DomainHandlers } from "./router.ts";

export function createSandboxHandlers({ state }: Pick<Sandbox, "state">): DomainHandlers<"sandbox"> {
  return {
    "sandbox.describe": async () => ok(await state()),
  };
}
