import type { HeartbeatView } from "../../src-preload/contract/heartbeat.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { Heartbeat } from "../heartbeat/heartbeat.ts";
import type { DomainHandlers } from "./router.ts";

interface HeartbeatDependencies {
  readonly heartbeat: Pick<Heartbeat, "runNow">;
  readonly describe: () => AsyncResult<HeartbeatView>;
}

export function createHeartbeatHandlers({ heartbeat, describe }: HeartbeatDependencies): DomainHandlers<"heartbeat"> {
  return {
    "heartbeat.describe": describe,
    "heartbeat.run": () => heartbeat.runNow(),
  };
}
