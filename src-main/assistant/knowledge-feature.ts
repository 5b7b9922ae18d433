import { join, relative, sep } from "node:path";
import type { ChangeKeeper } from "../agent/dependencies.ts";
import { createKnowledgeHandlers } from "../api/knowledge-handlers.ts";
import { createMemoryHandlers } from "../api/memory-handlers.ts";
import { createKnowledge } from "../knowledge/knowledge.ts";
import { knownPath } from "../knowledge/known-path.ts";
import { createMemory } from "../knowledge/memory/memory.ts";
import { createProposals } from "../knowledge/memory/proposals.ts";
import { createVersions } from "../knowledge/versions.ts";
import { placeOfOneRoot } from "../policy/one-root.ts";
import { pathGuard } from "../policy/open-in-roots.ts";
import type { Root } from "../policy/roots.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import { createMemoryTools } from "../tools/memory-tools.ts";
import type { Core } from "./core.ts";
import type { Workspace } from "./workspace.ts";

export type KnowledgeFeature = ReturnType<typeof createKnowledgeFeature>;

/** What the agent knows of its user: files, their versions, and facts that come and go. */
export function createKnowledgeFeature(core: Core, workspace: Workspace) {
  const { host, files, events, settings, watchFolder, folders } = core;
  const { home, userHome } = host.paths;
  const place = (kind: Root["kind"], path: string, access: Root["access"]) =>
    placeOfOneRoot(files, { platform: host.platform, userHome }, { kind, path, access });

  const versions = createVersions({
    folder: join(home, "versions"),
    backups: join(home, "backups"),
    files,
    clock: host,
    log: host.log,
    platform: host.platform,
  });
  const knowledge = createKnowledge({
    guard: pathGuard,
    events,
    watchFolder,
    versions,
    log: host.log,
    write: (path, content) => writeFileAtomic(path, content, { files }),
    skillsPlace: () => place("skills", folders.skills, "read"),
    async workspacePlace() {
      const ready = await workspace.ready();
      return ready.ok ? place("workspace", folders.workspace, "write") : ready;
    },
    onForeign: (path) => void lookForOverwritten(path),
  });
  const memory = createMemory({
    knowledge,
    settings: settings.current,
    proposals: createProposals({
      host,
      files,
      path: join(home, "memory-proposals.json"),
      changed: () => events.publish({ topic: "memory", type: "proposals-changed" }),
    }),
  });

  async function lookForOverwritten(path: string): Promise<void> {
    try {
      await memory.lookForOverwritten(path);
    } catch (error) {
      host.log("error", "what another program wrote over could not be looked for", { path, error });
    }
  }

  return {
    knowledge,
    memory,
    tools: createMemoryTools({ memory, workspace: folders.workspace }),
    handlers: { ...createKnowledgeHandlers(knowledge), ...createMemoryHandlers(memory) },
    /** What a file tool writes to the knowledge is a version of the agent's. */
    withVersions(changes: ChangeKeeper): ChangeKeeper {
      return {
        ...changes,
        async afterWrite(run, path) {
          await changes.afterWrite(run, path);
          const known = relative(folders.workspace, path).split(sep).join("/");
          // The write may be the knowledge's own, which ends behind this one.
          if (knownPath(known) !== null) {
            void knowledge.written(known, { kind: "agent", sessionKey: run.sessionKey });
          }
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await knowledge[Symbol.asyncDispose]();
      await versions[Symbol.asyncDispose]();
    },
  };
}
