import { ok } from "../../src-preload/contract/result.ts";
import type { AppServers } from "../mcp/sources/app-servers.ts";
import type { DomainHandlers } from "./router.ts";

export interface McpSources {
  readonly apps: () => Promise<AppServers>;
}

/** Where servers come from. Each part is loaded when somebody looks at it. */
export function createMcpSourcesHandlers({ apps }: McpSources): DomainHandlers<"mcpSources"> {
  return {
    "mcpSources.findApps": async () => (await apps()).find(),
    async "mcpSources.bringIn"({ token, ids }) {
      const brought = await (await apps()).bringIn(token, ids);
      return brought.ok ? ok({ servers: brought.value }) : brought;
    },
  };
}
