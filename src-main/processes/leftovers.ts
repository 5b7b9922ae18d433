import type { Host } from "../host.ts";

/** In the environment of every process that an owner of a home starts. */
export const ownerMarkName = "PERCH_OWNER";

/**
 * Ends what an owner left behind that was killed: the processes that carry its mark. Linux alone can tell. Nothing is done
 * by a process that carries the mark itself: it was started by one of them.
 */
export async function endLeftovers(host: Host, former: string | null): Promise<void> {
  if (former === null || host.platform !== "linux" || host.env[ownerMarkName] === former) return;
  const { endMarkedProcesses } = await import("./marked-processes.ts");
  const hasEnded = await endMarkedProcesses(`${ownerMarkName}=${former}`, host);
  if (hasEnded) host.log("info", "what a Perch that was killed had left running was ended");
}
