import type { Connection } from "../../src-preload/contract/connection.ts";
import type { Clock } from "../host.ts";

/** An owner that is stopped still accepts connections; one that works answers within this, in milliseconds. */
const patienceMs = 5000;

/** Whether the owner at the other end is awake, does not answer, or has just gone. */
export async function askOwner(connection: Connection, clock: Clock): Promise<"awake" | "silent" | "gone"> {
  const late = Promise.withResolvers<"silent">();
  using _timer = clock.setTimer(patienceMs, () => late.resolve("silent"));
  const status = connection
    .request("system.status", {})
    .then((answer) => (answer.ok || answer.error.code !== "disconnected" ? ("awake" as const) : ("gone" as const)));
  return await Promise.race([status, late.promise]);
}
