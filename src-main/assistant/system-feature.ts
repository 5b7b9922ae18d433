import { join } from "node:path";
import type { Check } from "../../src-preload/contract/system.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import { createDesktopHandlers } from "../api/desktop-handlers.ts";
import { createEventHandlers } from "../api/event-handlers.ts";
import { createSettingsHandlers, createSystemHandlers } from "../api/system-handlers.ts";
import { childEnvironment } from "../processes/child-env.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { Jobs } from "./automations-feature.ts";
import type { Core } from "./core.ts";
import type { McpFeature } from "./mcp-feature.ts";
import type { ModelsFeature } from "./models-feature.ts";
import type { AssistantOptions } from "./options.ts";
import type { RecallFeature } from "./recall-feature.ts";
import type { SandboxFeature } from "./sandbox-feature.ts";
import type { WebFeature } from "./web-feature.ts";

/** A person waits for the doctor. */
const doctorPatienceMs = 60_000;

interface SystemNeeds extends Pick<AssistantOptions, "desktop" | "place" | "end"> {
  readonly loop: AgentLoop;
  readonly sessions: SessionStore;
  readonly models: ModelsFeature;
  readonly servers: McpFeature["servers"];
  readonly sandbox: SandboxFeature["sandbox"];
  readonly testSearch: WebFeature["testSearch"];
  readonly recall: Pick<RecallFeature, "describeEmbeddings">;
  readonly jobs: Pick<Jobs, "store">;
}

/** Settings, events, and how this Perch is: its version, its folders, the doctor. */
export function createSystemFeature(core: Core, needs: SystemNeeds) {
  const { host, files, settings, events, watchSettings, folders, version } = core;
  const { home, userHome } = host.paths;
  return {
    handlers: {
      ...createSettingsHandlers(settings),
      ...createEventHandlers(events, (topics) => {
        if (topics.includes("settings")) watchSettings();
      }),
      ...createDesktopHandlers(needs.desktop ?? null),
      ...createSystemHandlers({
        host,
        version,
        settings,
        loop: needs.loop,
        place: needs.place ?? "terminal",
        end: needs.end ?? null,
        startedAt: host.now(),
        paths: {
          userHome,
          data: home,
          workspace: folders.workspace,
          sessions: join(folders.workspace, "sessions"),
          logs: join(home, "logs"),
          backups: join(home, "backups"),
          settings: settings.path,
        },
        makeFolder: async (path) => void (await files.mkdir(path, { recursive: true, mode: 0o700 })),
        proxy: async () => {
          const { checkNetwork } = await import("../health/check-network.ts");
          const current = await settings.current();
          return checkNetwork(current.ok ? current.value : null, host);
        },
        examine: () => examineAll(core, needs),
      }),
    },
  };
}

async function examineAll(core: Core, needs: SystemNeeds) {
  const { sessions, models, servers, sandbox, testSearch, recall, jobs } = needs;
  const { host, files, settings, events, keys } = core;
  const { examine } = await import("../health/examine.ts");
  return examine({
    host,
    files,
    settings,
    sessions,
    jobs: jobs.store,
    sandbox,
    testSearch,
    describeEmbeddings: recall.describeEmbeddings,
    openModel: models.models.open,
    testDefaultModel: () => models.testDefaultModel(doctorPatienceMs),
    testServers: async (onRow) => (await servers.load()).examine(onRow),
    childEnv: childEnvironment(host.env, keys.list),
    onCheck: (check: Check) => events.publish({ topic: "system", type: "check-done", check }),
  });
}
