import { join } from "node:path";
import type { Check } from "../../src-preload/contract/system.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import { createAboutHandlers } from "../api/about-handlers.ts";
import { createDesktopHandlers } from "../api/desktop-handlers.ts";
import { createDiagnosisHandlers } from "../api/diagnosis-handlers.ts";
import { createEventHandlers } from "../api/event-handlers.ts";
import { createSettingsHandlers, createSystemHandlers } from "../api/system-handlers.ts";
import { childEnvironment } from "../processes/child-env.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { Jobs } from "./automations-feature.ts";
import { createBackupsFeature } from "./backups-feature.ts";
import type { Core } from "./core.ts";
import { createCrashFeature } from "./crash-feature.ts";
import type { OpenInbox } from "./inbox-feature.ts";
import type { McpFeature } from "./mcp-feature.ts";
import type { ModelsFeature } from "./models-feature.ts";
import type { AssistantOptions } from "./options.ts";
import type { RecallFeature } from "./recall-feature.ts";
import type { SandboxFeature } from "./sandbox-feature.ts";
import type { WebFeature } from "./web-feature.ts";

/** A person waits for the doctor. */
const doctorPatienceMs = 60_000;

interface SystemNeeds {
  readonly options: Pick<AssistantOptions, "desktop" | "marks" | "reopen" | "place" | "end">;
  /** From now on nobody may ask for anything; the undo lets them again. */
  readonly refuse: () => () => void;
  readonly loop: AgentLoop;
  readonly sessions: SessionStore;
  readonly models: ModelsFeature;
  readonly servers: McpFeature["servers"];
  readonly sandbox: SandboxFeature["sandbox"];
  readonly testSearch: WebFeature["testSearch"];
  readonly recall: Pick<RecallFeature, "describeEmbeddings">;
  readonly jobs: Pick<Jobs, "store">;
  readonly inbox: Pick<OpenInbox, "reports">;
}

/** Settings, events, and how this Perch is: its version, its folders, the doctor, its backups. */
export function createSystemFeature(core: Core, needs: SystemNeeds) {
  const { host, files, settings, events, watchSettings, folders, version } = core;
  const { home, userHome } = host.paths;
  const crash = createCrashFeature(core, needs);
  const backups = createBackupsFeature(core, { ...needs, reports: needs.inbox.reports });
  return {
    handlers: {
      ...backups.handlers,
      ...crash.handlers,
      ...createDiagnosisHandlers({ open: () => openDiagnosis(core, needs) }),
      ...createSettingsHandlers(settings),
      ...createEventHandlers(events, (topics) => {
        if (topics.includes("settings")) watchSettings();
      }),
      ...createDesktopHandlers(needs.options.desktop ?? null),
      ...createAboutHandlers({ files, list: host.paths.parts }),
      ...createSystemHandlers({
        host,
        version,
        settings,
        loop: needs.loop,
        place: needs.options.place ?? "terminal",
        end: needs.options.end ?? null,
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
    stay() {
      backups.stay();
      crash.stay();
    },
    wake: backups.wake,
    [Symbol.asyncDispose]: backups[Symbol.asyncDispose],
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

async function openDiagnosis(core: Core, needs: SystemNeeds) {
  const { host, files, settings, keys, version } = core;
  const { createDiagnosis, listDiagnosis } = await import("../health/diagnosis/diagnosis.ts");
  const diagnosis = createDiagnosis({
    host,
    files,
    version,
    startedAt: host.now() - Math.round(process.uptime() * 1000),
    settings: settings.current,
    examine: () => examineAll(core, needs),
    chosenWords: () => chosenWords(core, needs),
    redact: keys.redact,
  });
  return { list: listDiagnosis, diagnosis };
}

/** What the person, or a model, has called something; what cannot be read names nothing. */
async function chosenWords({ settings }: Core, { sessions, jobs }: SystemNeeds): Promise<readonly string[]> {
  const [current, listed, chats] = await Promise.all([
    settings.current(),
    jobs.store.list(),
    sessions.list({ archived: false, limit: 200 }),
  ]);
  return [
    ...(current.ok ? Object.keys(current.value.tools.mcpServers) : []),
    ...(listed.ok ? listed.value.flatMap(({ name, prompt }) => [name, prompt]) : []),
    ...(chats.ok ? chats.value.sessions.map(({ title }) => title) : []),
  ];
}
