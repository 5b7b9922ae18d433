import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import { type AgentLoop, createAgentLoop } from "../agent/agent-loop.ts";
import type { AgentDependencies } from "../agent/dependencies.ts";
import { describeSession, summarise } from "../agent/describe-session.ts";
import { expandHome } from "../agent/in-force.ts";
import { allowsTool } from "../agent/profile.ts";
import { createRunSpending } from "../agent/run-spending.ts";
import { createSessionEditor } from "../agent/session-editor.ts";
import { createTokenScale } from "../agent/token-scale.ts";
import { createApprovalHandlers } from "../api/approval-handlers.ts";
import { createChatHandlers } from "../api/chat-handlers.ts";
import { createContextHandlers } from "../api/context-handlers.ts";
import { createQueueHandlers } from "../api/queue-handlers.ts";
import { createRuleHandlers } from "../api/rule-handlers.ts";
import { createSessionHandlers } from "../api/session-handlers.ts";
import { createMessageBus, type MessageBus } from "../bus/message-bus.ts";
import { createApprovals } from "../policy/approvals.ts";
import { pathGuard } from "../policy/open-in-roots.ts";
import { createRemembering } from "../policy/remember.ts";
import { openRoots } from "../policy/session-roots.ts";
import { findWords } from "../sessions/find-words.ts";
import { withFolders } from "../settings/path-folders.ts";
import { createBuiltinTools } from "../tools/builtin-tools.ts";
import type { PageText } from "../tools/page-text.ts";
import type { PdfText } from "../tools/pdf-text.ts";
import { createSaveResult } from "../tools/result-files.ts";
import { createToolRunner } from "../tools/tool-runner.ts";
import type { WebAccess } from "../tools/web-access.ts";
import { createWebTools } from "../tools/web-tools.ts";
import type { JoinSpoken } from "../transcription/join-spoken.ts";
import type { Meter } from "../usage/meter.ts";
import { createPromptSource } from "../workspace/prompt.ts";
import type { Jobs } from "./automations-feature.ts";
import { createBackgroundFeature } from "./background-feature.ts";
import type { CommandsFeature } from "./commands-feature.ts";
import type { Core } from "./core.ts";
import type { DraftsFeature } from "./drafts-feature.ts";
import { type Beats, openBeats } from "./heartbeat-feature.ts";
import type { OpenInbox } from "./inbox-feature.ts";
import type { KnowledgeFeature } from "./knowledge-feature.ts";
import type { McpFeature } from "./mcp-feature.ts";
import type { MentionsFeature } from "./mentions-feature.ts";
import type { ModelsFeature } from "./models-feature.ts";
import type { PolicyFeature } from "./policy-feature.ts";
import type { RecallFeature } from "./recall-feature.ts";
import { resultsFolderOf } from "./results-folder.ts";
import type { SandboxFeature } from "./sandbox-feature.ts";
import type { SkillsFeature } from "./skills-feature.ts";
import { createSubagentsFeature, openSubagents, type Subagents } from "./subagents-feature.ts";
import type { Transcripts } from "./transcripts.ts";
import type { UndoFeature } from "./undo-feature.ts";
import type { Workspace } from "./workspace.ts";

interface AgentNeeds {
  readonly transcripts: Transcripts;
  readonly drafts: DraftsFeature["load"];
  readonly models: ModelsFeature["models"];
  readonly servers: McpFeature["servers"];
  readonly permissions: PolicyFeature;
  readonly sandbox: SandboxFeature["sandbox"];
  readonly running: CommandsFeature["running"];
  readonly knowledge: Pick<KnowledgeFeature, "memory" | "profiles" | "withVersions" | "tools">;
  readonly recall: Pick<RecallFeature, "source" | "tool">;
  readonly mentions: Pick<MentionsFeature, "source" | "openPrompt">;
  readonly meter: Meter;
  readonly workspace: Workspace;
  readonly skills: SkillsFeature["skills"];
  readonly pdfText: PdfText;
  readonly pageText: PageText;
  readonly web: WebAccess;
  readonly joinSpoken: JoinSpoken;
  readonly jobs: Pick<Jobs, "tool">;
  readonly inbox: Pick<OpenInbox, "tool">;
  readonly undo: Pick<UndoFeature, "changes" | "changesOf" | "locks">;
}

export type AgentFeature = ReturnType<typeof createAgentFeature>;

/** The agent loop, and chats as a client sees them. */
export function createAgentFeature(core: Core, needs: AgentNeeds) {
  const { host, events } = core;
  const { transcripts, drafts, joinSpoken } = needs;
  const { sessions } = transcripts;
  const bus = createMessageBus();
  const beats = openBeats();
  const subagents = openSubagents();
  const deps = dependenciesOf(core, needs, { bus, beats, subagents });
  const loop = createAgentLoop(deps);
  const background = createBackgroundFeature(core, { ...deps, loop, memory: needs.knowledge.memory });
  const editor = createSessionEditor(deps);
  const children = createSubagentsFeature(core, { subagents, loop, editor, transcripts });
  return {
    loop,
    bus,
    beats,
    editor,
    tool: deps.tools.get,
    roots: deps.roots,
    handlers: {
      ...createChatHandlers({
        loop,
        bus,
        clock: host,
        editor,
        drafts,
        joinSpoken,
        openPrompt: needs.mentions.openPrompt,
      }),
      ...createSessionHandlers({
        host,
        loop,
        sessions,
        drafts,
        events,
        editor,
        endCommands: needs.running.stopChat,
        summarise,
        findWords,
        stepOf: transcripts.runs.stepOf,
        describe: (runner, limit) => describeSession(deps, runner, limit),
      }),
      ...createQueueHandlers(loop),
      ...createApprovalHandlers({ loop, remembering: rememberingOf(core, loop, needs.permissions) }),
      ...createRuleHandlers(needs.permissions),
      ...createContextHandlers(loop),
      ...children.handlers,
    },
    async [Symbol.asyncDispose]() {
      await children[Symbol.asyncDispose]();
      await background[Symbol.asyncDispose]();
    },
  };
}

interface Made {
  readonly bus: MessageBus;
  readonly beats: Beats;
  readonly subagents: Pick<Subagents, "tool" | "children">;
}

/** What the loop needs of the core and of the features before it. */
function dependenciesOf(core: Core, needs: AgentNeeds, { bus, ...made }: Made): AgentDependencies {
  const { host } = core;
  return {
    ...core,
    ...needs.transcripts,
    bus,
    approvals: createApprovals(),
    models: needs.models,
    meter: needs.meter,
    tools: createTools(core, needs, made),
    policy: needs.permissions.policy,
    rules: needs.permissions.rules,
    decisions: needs.permissions.decisions,
    scale: createTokenScale(),
    prompt: createPromptSource({
      host,
      files: core.files,
      workspace: core.folders.workspace,
      trusts: needs.permissions.trust.trusts,
      skills: needs.skills.parts,
    }),
    skills: needs.skills,
    profiles: needs.knowledge.profiles,
    childEnv: (current) => withFolders(core.childEnv(current), core.loginPath.known),
    sandbox: needs.sandbox,
    running: needs.running,
    loginPath: core.loginPath.ask,
    roots: createRoots(core, needs.workspace),
    changes: needs.knowledge.withVersions(needs.undo.changes),
    changesOf: needs.undo.changesOf,
    children: made.subagents.children,
    spending: createRunSpending(),
    recall: needs.recall.source,
    mentions: needs.mentions.source,
  };
}

/** A rule answers what waits with the same question. */
function rememberingOf({ host }: Core, loop: AgentLoop, { rules }: PolicyFeature) {
  return createRemembering({
    rules,
    platform: host.platform,
    pending: loop.pending,
    allow: (approvalId, { id }) =>
      loop.decide({ approvalId, decided: { decision: "allow-once", rule: id }, by: `rule ${id}` }),
  });
}

function createTools(
  core: Core,
  { pdfText, pageText, servers, undo, web, knowledge, recall, jobs, inbox }: AgentNeeds,
  { beats, subagents }: Omit<Made, "bus">,
) {
  const save = createSaveResult({ ...core, resultsFolder: resultsFolderOf(core) });
  const builtin = [
    ...createBuiltinTools(pathGuard, pdfText, undo.locks),
    ...createWebTools({ web, pdfText, pageText, save }),
    ...knowledge.tools,
    recall.tool,
    jobs.tool,
    beats.tool,
    inbox.tool,
    subagents.tool,
  ];
  // A server's tool may come later.
  knowledge.profiles.knowTools(
    (named) => servers.isToolId(named) || builtin.some(({ name }) => allowsTool({ tools: [named] }, name)),
  );
  return createToolRunner({ builtin, save, remote: servers });
}

/** The folders of a run; the one for new chats may be made, any other must be there. */
function createRoots({ host, files, folders, privateChats }: Core, workspace: Workspace): AgentDependencies["roots"] {
  return async (workFolder, current, isFirst, key) => {
    const ready = await workspace.ready();
    if (!ready.ok) return ready;
    const byDefault = expandHome(current.agents.defaults.workFolder, host.paths.userHome);
    const restricted = current.tools.restrictToWorkspace;
    const create = isFirst && workFolder === byDefault;
    if (!isPrivateKey(key)) return openRoots(files, folders, { workFolder, restricted, create });
    // A private chat reads and writes nothing of what Perch knows, and has its own files beside its work folder.
    const own = { ...folders, workspace: null, results: await privateChats.open(key) };
    return openRoots(files, own, { workFolder, restricted, create });
  };
}
