import { join } from "node:path";
import { isSubagentKey } from "../../src-preload/contract/session-key.ts";
import { createAskHandlers } from "../api/ask-handlers.ts";
import { createMcpHandlers } from "../api/mcp-handlers.ts";
import { createAskDesk } from "../mcp/asks/ask-desk.ts";
import { lazyServers } from "../mcp/load-servers.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { magicType } from "../tools/media-type.ts";
import type { Core } from "./core.ts";
import { bundleFolderOf, createMcpSourcesFeature } from "./mcp-sources-feature.ts";
import { attachedFolderOf, resultsFolderOf } from "./results-folder.ts";
import type { SandboxFeature } from "./sandbox-feature.ts";

export type McpFeature = ReturnType<typeof createMcpFeature>;

interface McpNeeds {
  readonly tokensOf: (text: string) => number;
  readonly sandbox: SandboxFeature["sandbox"];
  readonly sessions: Pick<SessionStore, "view">;
}

/** Servers that bring tools. */
export function createMcpFeature(core: Core, { tokensOf, sandbox, sessions }: McpNeeds) {
  const { host, files, settings, keys, events, version, childEnv, folders, loginPath, trustFile } = core;
  const desk = createAskDesk({ host, publish: events.publish });
  const servers = lazyServers(async () => {
    const { createMcpServers } = await import("../mcp/mcp-servers.ts");
    const { startService } = await import("../processes/service-process.ts");
    return createMcpServers({
      host,
      files,
      settings,
      keys,
      events,
      version,
      childEnv,
      startService,
      tokensOf,
      loginPath: loginPath.ask,
      sandbox,
      cacheFolder: join(folders.home, "cache", "mcp"),
      bundleFolder: bundleFolderOf(core),
      resultsFolder: resultsFolderOf(core),
      attachedFolder: attachedFolderOf(core),
      trust: trustFile,
      magicType,
      desk,
      async parentOf(key) {
        const parent = isSubagentKey(key) ? await sessions.view(key) : null;
        return parent?.ok === true ? (parent.value.settings.parent ?? null) : null;
      },
    });
  });
  const sources = createMcpSourcesFeature(core, servers);
  return {
    servers,
    desk,
    handlers: { ...createMcpHandlers(servers.load), ...createAskHandlers(desk), ...sources.handlers },
    async [Symbol.asyncDispose]() {
      sources[Symbol.dispose]();
      await servers.close();
    },
  };
}
