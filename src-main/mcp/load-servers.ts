import type { Settings } from "../../src-preload/contract/settings.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { RemoteTool } from "../tools/remote-tool.ts";
import type { RemoteTools } from "../tools/tool-runner.ts";
import type { McpServers } from "./mcp-servers.ts";
import { isToolId } from "./tool-ids.ts";

/** The servers, which are loaded when there is one, or somebody asks for them: most starts need none. */
export interface LazyServers extends RemoteTools {
  load(): Promise<McpServers>;
  /** For processes that stay: the first chat does not wait for them. */
  warmUp(settings: SettingsStore): Promise<void>;
  close(): Promise<void>;
}

const none: readonly RemoteTool[] = [];

export function lazyServers(make: () => Promise<McpServers>): LazyServers {
  let loading: Promise<McpServers> | null = null;
  let loaded: McpServers | null = null;

  async function loadOnce(): Promise<McpServers> {
    loaded = await make();
    return loaded;
  }

  function load(): Promise<McpServers> {
    loading ??= loadOnce();
    return loading;
  }

  async function ready(settings: Settings, signal: AbortSignal): Promise<void> {
    const isNeeded = loaded !== null || Object.keys(settings.tools.mcpServers).length > 0;
    if (isNeeded) await (await load()).ready(settings, signal);
  }

  return {
    load,
    tools: () => loaded?.tools() ?? none,
    missing: () => loaded?.missing() ?? [],
    isToolId,
    words: () => loaded?.words() ?? [],
    noteLeftOut: (ids) => loaded?.noteLeftOut(ids),
    ready,
    async warmUp(settings) {
      const current = await settings.current();
      if (current.ok) await ready(current.value, new AbortController().signal);
    },
    async close() {
      if (loading !== null) await (await loading).close();
    },
  };
}
