import { join, relative, sep } from "node:path";
import type { ChangeKeeper } from "../agent/dependencies.ts";
import { createKnowledgeHandlers } from "../api/knowledge-handlers.ts";
import { createMemoryHandlers } from "../api/memory-handlers.ts";
import { createProfileHandlers } from "../api/profile-handlers.ts";
import { createKnowledge, type Knowledge } from "../knowledge/knowledge.ts";
import { knownPath } from "../knowledge/known-path.ts";
import { createMemory } from "../knowledge/memory/memory.ts";
import { createProposals } from "../knowledge/memory/proposals.ts";
import type { NewProfile } from "../knowledge/profiles/create-profile.ts";
import { createProfiles } from "../knowledge/profiles/find-profiles.ts";
import { createVersions } from "../knowledge/versions.ts";
import { placeOfOneRoot } from "../policy/one-root.ts";
import { pathGuard } from "../policy/open-in-roots.ts";
import type { Root } from "../policy/roots.ts";
import { writeFileAtomic } from "../storage/atomic-file.ts";
import { createMemoryTools } from "../tools/memory-tools.ts";
import type { Core } from "./core.ts";
import type { Workspace } from "./workspace.ts";

export type KnowledgeFeature = ReturnType<typeof createKnowledgeFeature>;

/** What the agent knows of its user: files, their versions, facts that come and go; and who may work in its place. */
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

  const profiles = createProfiles({ files, clock: host, log: host.log, workspace: folders.workspace });

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
    profiles,
    tools: createMemoryTools({ memory, workspace: folders.workspace }),
    handlers: {
      ...createKnowledgeHandlers(knowledge),
      ...createMemoryHandlers(memory),
      ...createProfileHandlers({ profiles, create: (given) => createOf(given, core, knowledge) }),
    },
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

/** Loaded when somebody makes an agent profile. */
async function createOf(given: NewProfile, { host, files }: Core, knowledge: Pick<Knowledge, "save">) {
  const { createProfile } = await import("../knowledge/profiles/create-profile.ts");
  const path = join(host.paths.resources, "agent-template.md");
  return createProfile(given, { knowledge, template: () => files.readFile(path, "utf8") });
}
