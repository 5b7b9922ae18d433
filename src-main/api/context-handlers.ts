import type { AgentLoop } from "../agent/agent-loop.ts";
import type { DomainHandlers } from "./router.ts";

export function createContextHandlers(loop: AgentLoop): DomainHandlers<"context"> {
  return {
    async "context.describe"({ sessionKey }) {
      const runner = await loop.existing(sessionKey);
      return runner.ok ? runner.value.report() : runner;
    },
  };
}
