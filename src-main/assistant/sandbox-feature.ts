import { createSandboxHandlers } from "../api/sandbox-handlers.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { withFolders } from "../settings/path-folders.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";
import type { AssistantOptions } from "./options.ts";

export type SandboxFeature = ReturnType<typeof createSandboxFeature>;

interface SandboxNeeds {
  readonly skillFolders: () => Promise<readonly string[]>;
  /** In place of the machine's own. */
  readonly standIn: AssistantOptions["sandbox"];
}

/** Commands that are confined. Nothing of it is loaded before the first command, or before somebody asks how it is. */
export function createSandboxFeature(core: Core, { skillFolders, standIn }: SandboxNeeds) {
  const { host, files, folders, settings } = core;
  let isLoaded = false;
  const load = once(async () => {
    isLoaded = true;
    const { createSandbox } = await import("../sandbox/sandbox.ts");
    return createSandbox({
      host,
      files,
      folders,
      skillFolders,
      async childEnv() {
        const current = await settings.current();
        return current.ok ? withFolders(core.childEnv(current.value), core.loginPath.known) : {};
      },
    });
  });
  const sandbox: Pick<Sandbox, "state" | "confine" | "confineServer"> = standIn ?? {
    state: async () => (await load()).state(),
    confine: async (request) => (await load()).confine(request),
    confineServer: async (request) => (await load()).confineServer(request),
  };
  return {
    sandbox,
    handlers: createSandboxHandlers(sandbox),
    async [Symbol.asyncDispose]() {
      if (isLoaded) await (await load())[Symbol.asyncDispose]();
    },
  };
}
