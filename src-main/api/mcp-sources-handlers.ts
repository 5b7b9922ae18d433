import { ok } from "../../src-preload/contract/result.ts";
import type { AppServers } from "../mcp/sources/app-servers.ts";
import type { Bundles } from "../mcp/sources/bundles.ts";
import type { Catalogue } from "../mcp/sources/catalogue.ts";
import type { DomainHandlers } from "./router.ts";

export interface McpSources {
  readonly apps: () => Promise<AppServers>;
  readonly bundles: () => Promise<Bundles>;
  readonly catalogue: () => Promise<Catalogue>;
}

/** Where servers come from. Each part is loaded when somebody looks at it. */
export function createMcpSourcesHandlers({ apps, bundles, catalogue }: McpSources): DomainHandlers<"mcpSources"> {
  return {
    "mcpSources.findApps": async () => (await apps()).find(),
    async "mcpSources.bringIn"({ token, ids }) {
      const brought = await (await apps()).bringIn(token, ids);
      return brought.ok ? ok({ servers: brought.value }) : brought;
    },
    "mcpSources.catalogue": async (question) => (await catalogue()).page(question),
    "mcpSources.lookAtBundle": async ({ origin }) => (await bundles()).look(origin),
    async "mcpSources.addBundle"({ token, values }) {
      const added = await (await bundles()).add(token, values);
      return added.ok ? ok({ server: added.value }) : added;
    },
  };
}
