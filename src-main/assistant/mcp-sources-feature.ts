import { join } from "node:path";
import { createMcpSourcesHandlers } from "../api/mcp-sources-handlers.ts";
import type { LazyServers } from "../mcp/load-servers.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";

/** Unpacked, a file of a bundle for each file that it consists of: programs come with all that they need. */
const bundleLimits = { mostFiles: 30_000, mostBytes: 500 * 1024 * 1024, isLeftOut: () => false };

export function bundleFolderOf({ folders }: Pick<Core, "folders">): string {
  return join(folders.home, "mcp-bundles");
}

/** Where MCP servers come from: other applications on this computer, bundles, a catalogue. */
export function createMcpSourcesFeature(core: Core, servers: Pick<LazyServers, "load">) {
  const { host, files, settings } = core;
  const held = new DisposableStack();
  const apps = once(async () => {
    const { createAppServers } = await import("../mcp/sources/app-servers.ts");
    return held.use(createAppServers({ host, files, settings, servers: servers.load }));
  });
  const bundles = once(async () => {
    const [{ createBundles }, { readZip }, { clearLeftSkills, writeSkill }] = await Promise.all([
      import("../mcp/sources/bundles.ts"),
      import("../knowledge/skills/import/read-zip.ts"),
      import("../knowledge/skills/import/write-skill.ts"),
    ]);
    const folder = bundleFolderOf(core);
    const cleared = await clearLeftSkills(folder, files);
    if (!cleared.ok) host.log("warn", "what a bundle left could not be cleared up", { reason: cleared.error.message });
    return held.use(
      createBundles({
        host,
        files,
        settings,
        servers: servers.load,
        folder,
        readZip: (bytes) => readZip(bytes, bundleLimits),
        writeFiles: (root, entry, data) => writeSkill(root, entry, data, files),
      }),
    );
  });
  const catalogue = once(async () => {
    const { createCatalogue } = await import("../mcp/sources/catalogue.ts");
    const cacheFile = join(core.folders.home, "cache", "mcp-catalogue.json");
    return held.use(createCatalogue({ host, files, settings, cacheFile }));
  });
  return {
    handlers: createMcpSourcesHandlers({ apps, bundles, catalogue }),
    [Symbol.dispose]: () => held.dispose(),
  };
}
