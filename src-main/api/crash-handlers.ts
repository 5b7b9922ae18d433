import type { CrashReport } from "../../src-preload/contract/crash.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { DomainHandlers } from "./router.ts";

interface CrashHandlerNeeds {
  readonly describe: () => AsyncResult<CrashReport>;
  readonly close: () => Promise<void>;
}

export function createCrashHandlers({ describe, close }: CrashHandlerNeeds): DomainHandlers<"crash"> {
  return {
    "crash.describe": describe,
    async "crash.close"() {
      await close();
      return ok({});
    },
  };
}
