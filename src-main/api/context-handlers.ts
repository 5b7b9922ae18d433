import type { AgentLoop } from "../agent/agent-loop.ts";
import type { DomainHandlers } from "./router.ts";

export function createContextHandlers(loop: AgentLoop): DomainHandlers<"context"> {
  return {
    "context.describe": ({ sessionKey }) => loop.use(sessionKey, (runner) => runner.report()),
  };
}
