import { createMcpSourcesHandlers } from "../api/mcp-sources-handlers.ts";
import type { LazyServers } from "../mcp/load-servers.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";

/** Where MCP servers come from: other applications on this computer. */
export function createMcpSourcesFeature({ host, files, settings }: Core, servers: Pick<LazyServers, "load">) {
  const held = new DisposableStack();
  const apps = once(async () => {
    const { createAppServers } = await import("../mcp/sources/app-servers.ts");
    return held.use(createAppServers({ host, files, settings, servers: servers.load }));
  });
  return {
    handlers: createMcpSourcesHandlers({ apps }),
    [Symbol.dispose]: () => held.dispose(),
  };
}
