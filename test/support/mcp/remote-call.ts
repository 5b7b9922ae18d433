import { createRunningCalls } from "../../../src-main/mcp/running-calls.ts";
import type { RemoteCall } from "../../../src-main/tools/remote-tool.ts";
import { runIdSchema } from "../../../src-preload/contract/ids.ts";
import { testKey } from "../test-key.ts";

const nothing: Disposable = { [Symbol.dispose]: () => undefined };

/** A call of a tool as the agent makes it, in a chat that somebody watches. */
export function remoteCall(more: Partial<RemoteCall> = {}): RemoteCall {
  return {
    sessionKey: testKey,
    callId: "c1",
    runId: runIdSchema.parse("r_1"),
    signal: new AbortController().signal,
    progress: () => undefined,
    isAttended: true,
    standStill: () => nothing,
    ...more,
  };
}

/** Calls that nobody stops. */
export const noCalls = createRunningCalls();

/** A server that asks for nothing. */
export const noAsks = {
  during: () => nothing,
  visit: async () => false,
  elicit: async () => ({ action: "decline" as const }),
};
