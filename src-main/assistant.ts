import { join } from "node:path";
import type { Connection } from "../src-preload/contract/connection.ts";
import type { ContractError } from "../src-preload/contract/errors.ts";
import { createIdMint, type SessionKey, sessionKeySchema } from "../src-preload/contract/ids.ts";
import type { Result } from "../src-preload/contract/result.ts";
import type { Settings } from "../src-preload/contract/settings.ts";
import type { Check } from "../src-preload/contract/system.ts";
import { type AgentLoop, type CloseHow, createAgentLoop } from "./agent/agent-loop.ts";
import type { AgentDependencies, WriteNotice } from "./agent/dependencies.ts";
import { describeSession, summarise } from "./agent/describe-session.ts";
import { createFileNotice } from "./agent/file-notice.ts";
import { expandHome, inForce } from "./agent/in-force.ts";
import { createJournal } from "./agent/journal.ts";
import { createRunTracker } from "./agent/run-tracker.ts";
import { createSessionEditor } from "./agent/session-editor.ts";
import { createTokenScale } from "./agent/token-scale.ts";
import { createApprovalHandlers } from "./api/approval-handlers.ts";
import type { CallerIdentity } from "./api/caller.ts";
import { createChatHandlers } from "./api/chat-handlers.ts";
import { createContextHandlers } from "./api/context-handlers.ts";
import { createEventHandlers } from "./api/event-handlers.ts";
import { createFileHandlers } from "./api/file-handlers.ts";
import { connectInMemory } from "./api/in-memory-connection.ts";
import { createKnowledgeHandlers } from "./api/knowledge-handlers.ts";
import { createMcpHandlers } from "./api/mcp-handlers.ts";
import { createModelHandlers } from "./api/model-handlers.ts";
import { createProviderHandlers } from "./api/provider-handlers.ts";
import { createQueueHandlers } from "./api/queue-handlers.ts";
import { createRouter, type Router } from "./api/router.ts";
import { createSessionHandlers } from "./api/session-handlers.ts";
import { createSettingsHandlers, createSystemHandlers } from "./api/system-handlers.ts";
import { createUsageHandlers } from "./api/usage-handlers.ts";
import { createEventBus } from "./bus/event-bus.ts";
import { createMessageBus } from "./bus/message-bus.ts";
import { type ChatFiles, createChatFiles } from "./files/chat-files.ts";
import { createPictureReader } from "./files/read-picture.ts";
import { createFolderWatcher } from "./files/watch-folder.ts";
import type { TestServers } from "./health/check-servers.ts";
import type { Host } from "./host.ts";
import { guardedHost } from "./keys/guarded-host.ts";
import { keysInSettings } from "./keys/keys-in-settings.ts";
import { createKnownKeys } from "./keys/known-keys.ts";
import { learningSettings } from "./keys/learn-keys.ts";
import { createKnowledge, type Knowledge } from "./knowledge/knowledge.ts";
import { lazyServers } from "./mcp/load-servers.ts";
import { createApprovals } from "./policy/approvals.ts";
import { createPolicy } from "./policy/decide.ts";
import { placeOfOneRoot } from "./policy/one-root.ts";
import { pathGuard } from "./policy/open-in-roots.ts";
import type { Root } from "./policy/roots.ts";
import { openRoots, type RootFolders, rootFolders } from "./policy/session-roots.ts";
import { childEnvironment } from "./processes/child-env.ts";
import { endLeftovers, ownerMarkName } from "./processes/leftovers.ts";
import { createLoginPath } from "./processes/login-path.ts";
import { createLearntModels } from "./providers/learnt-models.ts";
import { createListedNames } from "./providers/listed-names.ts";
import { createModelPool } from "./providers/model-pool.ts";
import type { LocalPorts } from "./providers/probe.ts";
import { keysInEnvironment } from "./providers/provider-specs.ts";
import { createProviderStates } from "./providers/provider-states.ts";
import { chosenModels } from "./sessions/chosen-models.ts";
import { createSessionStore } from "./sessions/create-session-store.ts";
import type { SessionStore } from "./sessions/session-store.ts";
import { withFolders } from "./settings/path-folders.ts";
import { createSettingsStore } from "./settings/settings-store.ts";
import { sweepTempFiles, writeFileAtomic } from "./storage/atomic-file.ts";
import { createDatabase } from "./storage/database.ts";
import type { FileSystem } from "./storage/file-system.ts";
import { listFiles } from "./tools/list-files.ts";
import { magicType } from "./tools/media-type.ts";
import { createPdfReader, type PdfText } from "./tools/pdf-text.ts";
import { createChunkDecoder, detectEncoding } from "./tools/text-encoding.ts";
import { createToolRunner } from "./tools/tool-runner.ts";
import { createLedger } from "./usage/ledger.ts";
import { createMeter } from "./usage/meter.ts";
import { createPromptSource } from "./workspace/prompt.ts";
import { beginWorkspace } from "./workspace/workspace-template.ts";

export interface AssistantOptions {
  readonly version: string;
  readonly files: FileSystem;
  /** What child processes carry (`PERCH_OWNER`); those that an owner left behind that died are ended. */
  readonly marks?: { readonly own: string; readonly former: string | null };
  /** Awaited before a run's first write to a file. */
  readonly beforeFirstWrite?: (notice: WriteNotice) => Promise<void>;
  /** Where local model servers are looked for, when not at their usual ports. */
  readonly localPorts?: LocalPorts;
  /** When no byte of an answer comes for so long, it has failed; two minutes unless told. */
  readonly idleTimeoutMs?: number;
}

export type { CloseHow };

/** The whole core, wired: what a process that owns a home holds. */
export interface Assistant {
  readonly router: Router;
  readonly loop: AgentLoop;
  connect(identity: CallerIdentity): Connection;
  /** Reads the index in the background, for processes that stay. */
  warmUp(): void;
  /** Stops every run (or lets it finish), writes their ends and lets go of everything. */
  close(how?: CloseHow): Promise<void>;
}

/** So many chats are asked for the model that they have chosen. */
const chatsLookedAt = 200;

/** A person waits for the doctor. */
const doctorPatienceMs = 60_000;

/** The one place that wires. Nothing is read or opened before it is needed. */
export function createAssistant(lent: Host, options: AssistantOptions): Assistant {
  const keys = createKnownKeys();
  const host = guardedHost(lent, keys);
  const { files } = options;
  const { home, resources, userHome } = host.paths;
  const folders = rootFolders(home, resources);
  const events = createEventBus(host, host.createId(), keys.redactAll);
  const bus = createMessageBus();
  const ids = createIdMint(host.createId);
  const swept = sweepSettings(host, files);
  const stored = createSettingsStore(host, files, async (path, content) => {
    await swept;
    return writeFileAtomic(path, content, { files, mode: 0o600 });
  });
  const environmentKeys = keysInEnvironment(host.env);
  const settings = learningSettings(stored, keys, { host, environmentKeys });
  const database = createDatabase({
    worker: host.paths.databaseWorker,
    ...{ log: host.log, clock: host, path: join(home, "perch.db") },
    sessionsFolder: join(folders.workspace, "sessions"),
    backupsFolder: join(home, "backups"),
  });
  const runs = createRunTracker(events);
  const journal = createJournal(events, runs);
  const sessions = createSessionStore({
    host,
    files,
    database,
    sessionsFolder: join(folders.workspace, "sessions"),
    backupsFolder: join(home, "backups"),
    trashFolder: join(home, "trash"),
    memoryWindow: 100,
    clean: keys.redactAll,
    onFileChanged: createFileNotice({ host, ids, journal }),
  });
  const approvals = createApprovals({ sessions, events, clock: host, ids });
  const learnt = createLearntModels(host, files);
  const states = createProviderStates(learnt);
  const names = createListedNames();
  const models = createModelPool({
    ...{ host, settings, states, learnt, names, idleTimeoutMs: options.idleTimeoutMs },
    readPicture: createPictureReader({ files, magicType }),
  });
  const ledger = createLedger({ host, files, folder: join(home, "ledger"), backups: join(home, "backups") });
  const meter = createMeter(host, ledger);
  const workspaceReady = beginWorkspace(files, resources, folders.workspace);
  const pdfText = createPdfReader({ script: host.paths.pdfWorker, clock: host, memoryInUse: process.memoryUsage.rss });
  const ownMark = options.marks === undefined ? {} : { [ownerMarkName]: options.marks.own };
  const childEnv = (current: Settings) => ({
    ...childEnvironment(host.env, [...keysInSettings(current), ...environmentKeys, ...keys.list]),
    ...ownMark,
  });
  const loginPath = createLoginPath(host, async () => {
    const now = await settings.current();
    return now.ok ? childEnv(now.value) : {};
  });
  const leftovers = endLeftovers(host, options.marks?.former ?? null);
  const servers = lazyServers(async () => {
    const { createMcpServers } = await import("./mcp/mcp-servers.ts");
    const { startService } = await import("./processes/service-process.ts");
    const surroundings = { host, files, settings, keys, events, version: options.version, loginPath: loginPath.ask };
    const { tokensOf } = models;
    return createMcpServers({ ...surroundings, childEnv, startService, tokensOf, resultsFolder: folders.results });
  });

  const deps: AgentDependencies = {
    host,
    files,
    ids,
    bus,
    events,
    journal,
    sessions,
    settings,
    models,
    tools: createToolRunner({
      host,
      files,
      paths: pathGuard,
      pdfText,
      resultsFolder: folders.results,
      remote: servers,
    }),
    policy: createPolicy(),
    approvals,
    runs,
    meter,
    scale: createTokenScale(),
    prompt: createPromptSource(host, files, folders.workspace),
    keys,
    childEnv: (current) => withFolders(childEnv(current), loginPath.known),
    loginPath: loginPath.ask,
    async roots(workFolder, current, isFirst) {
      const workspace = await workspaceReady();
      if (!workspace.ok) return workspace;
      const byDefault = expandHome(current.agents.defaults.workFolder, userHome);
      const restricted = current.tools.restrictToWorkspace;
      return openRoots(files, folders, { workFolder, restricted, create: isFirst && workFolder === byDefault });
    },
    beforeFirstWrite: options.beforeFirstWrite ?? (async () => undefined),
  };
  const loop = createAgentLoop(deps);
  const places = createPlaces(deps, { loop, folders, workspaceReady, pdfText });
  const choosing = once(async () => {
    const { createModelChoosing } = await import("./providers/choosing.ts");
    const ports = options.localPorts === undefined ? {} : { ports: options.localPorts };
    const learnKey = (key: string): void => keys.learn([key]);
    const chosenByChats = () => chosenModels(sessions, chatsLookedAt);
    const known = { host, settings, states, names, describe: models.describe };
    return createModelChoosing({ ...known, learnKey, chosenByChats, ...ports });
  });
  const reports = once(async () => {
    const { createUsageReports } = await import("./usage/usage-reports.ts");
    const { pricesBy, pricesOf } = models;
    await learnt.load();
    const titleOfChat = (key: string): Promise<string> => titleOf(sessions, key);
    return createUsageReports({ host, meter, pricesBy, pricesOf, titleOf: titleOfChat });
  });
  const router = createRouter(
    {
      ...createChatHandlers({ loop, bus, clock: host, editor: createSessionEditor(deps) }),
      ...createSessionHandlers({
        host,
        loop,
        sessions,
        events,
        editor: createSessionEditor(deps),
        describe: (runner, limit) => describeSession(deps, runner, limit),
        summarise,
      }),
      ...createQueueHandlers(loop),
      ...createApprovalHandlers(approvals),
      ...createSettingsHandlers(settings, events),
      ...createSystemHandlers({
        host,
        version: options.version,
        startedAt: host.now(),
        loop,
        settings,
        paths: {
          data: home,
          workspace: folders.workspace,
          sessions: join(folders.workspace, "sessions"),
          logs: join(home, "logs"),
          backups: join(home, "backups"),
          settings: settings.path,
        },
        makeFolder: async (path) => void (await files.mkdir(path, { recursive: true, mode: 0o700 })),
        proxy: async () => {
          const { checkNetwork } = await import("./health/check-network.ts");
          const current = await settings.current();
          return checkNetwork(current.ok ? current.value : null, host);
        },
        examine: async () => {
          const { examine } = await import("./health/examine.ts");
          const testDefaultModel = async () => (await choosing()).test({}, doctorPatienceMs);
          const testServers: TestServers = async (onRow) => (await servers.load()).examine(onRow);
          const searchEnv = childEnvironment(host.env, keys.list);
          const { open: openModel } = models;
          const tests = { testDefaultModel, testServers, openModel };
          const onCheck = (check: Check): void => events.publish({ topic: "system", type: "check-done", check });
          return examine({ host, files, settings, sessions, ...tests, childEnv: searchEnv, onCheck });
        },
      }),
      ...createFileHandlers(places.chatFiles),
      ...createKnowledgeHandlers(places.knowledge),
      ...createModelHandlers(choosing, models, events),
      ...createProviderHandlers(async () => (await choosing()).providers, events),
      ...createMcpHandlers(servers.load, events),
      ...createContextHandlers(loop),
      ...createUsageHandlers({ loop, settings, meter, reports }),
      ...createEventHandlers(events),
    },
    { log: host.log, clean: keys.redactAll },
  );

  return {
    router,
    loop,
    connect: (identity) => connectInMemory(router, identity),
    warmUp() {
      void sessions.list({ archived: false, limit: 1 });
      void servers.warmUp(settings);
    },
    async close(how = "stop") {
      // Runs that are let finish may wait for an answer of a person until they have.
      if (how !== "finish") router.refuse();
      await loop.close(how);
      router.settle();
      await servers.close();
      await Promise.all([swept, leftovers, workspaceReady()]);
      await places.chatFiles[Symbol.asyncDispose]();
      await places.knowledge[Symbol.asyncDispose]();
      await sessions.close();
      await meter.settled();
      await ledger.release();
      await database.close();
      await models[Symbol.asyncDispose]();
    },
  };
}

/** Made at the first call, for all of them. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** The name of a chat for a list; its key where it has none or is gone. */
async function titleOf(sessions: SessionStore, key: string): Promise<string> {
  const parsed = sessionKeySchema.safeParse(key);
  const found = parsed.success ? await sessions.find(parsed.data) : null;
  return found?.ok === true && found.value.summary().title !== "" ? found.value.summary().title : key;
}

interface PlaceParts {
  readonly loop: AgentLoop;
  readonly folders: RootFolders;
  readonly workspaceReady: () => Promise<Result<void, ContractError>>;
  readonly pdfText: PdfText;
}

interface Places {
  readonly chatFiles: ChatFiles;
  readonly knowledge: Knowledge;
}

/** What the window shows of the disk. Each folder is a root of its own, whatever the tools of a run may reach. */
function createPlaces(deps: AgentDependencies, { loop, folders, workspaceReady, pdfText }: PlaceParts): Places {
  const { host, files, events, settings } = deps;
  const { platform } = host;
  const machine = { platform, userHome: host.paths.userHome };
  const watchFolder = createFolderWatcher(host, host.log);
  const place = (kind: Root["kind"], path: string, access: Root["access"]) =>
    placeOfOneRoot(files, machine, { kind, path, access });

  /** Laid out, and the default work folder made, by what a run does. */
  async function workPlace(key: SessionKey) {
    const runner = await loop.existing(key);
    // A chat that has no message yet is not on the disk; it will work where new chats do.
    if (!runner.ok && runner.error.code !== "not-found") return runner;
    const current = await settings.current();
    if (!current.ok) return current;
    const own = runner.ok ? runner.value.session.settings : {};
    const { workFolder: folder } = inForce(own, current.value, machine.userHome);
    const roots = await deps.roots(folder, current.value, own.workFolder == null);
    return roots.ok ? place("work", folder, "read") : roots;
  }

  async function workspacePlace() {
    const ready = await workspaceReady();
    return ready.ok ? place("workspace", folders.workspace, "write") : ready;
  }

  const guard = pathGuard;
  const childEnv = childEnvironment(host.env, []);
  return {
    chatFiles: createChatFiles({
      host,
      guard,
      events,
      watchFolder,
      workPlace,
      workspacePlace,
      contents: { magicType, pdfText, detectEncoding, createChunkDecoder },
      listFiles: (folder, onPath) => listFiles(folder, onPath, { childEnv, platform, clock: host }),
      resultsPlace: () => place("results", folders.results, "read"),
    }),
    knowledge: createKnowledge({
      guard,
      events,
      watchFolder,
      workspacePlace,
      log: host.log,
      write: (path, content) => writeFileAtomic(path, content, { files }),
      skillsPlace: () => place("skills", folders.skills, "read"),
    }),
  };
}

/** Removes what a process that was killed while it saved the settings left half written. */
async function sweepSettings(host: Host, files: FileSystem): Promise<void> {
  const swept = await sweepTempFiles(host.paths.home, files, "config.json");
  if (!swept.ok) host.log("warn", "half-written settings were not removed", { reason: swept.error.message });
}
