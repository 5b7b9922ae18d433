import type { Connection } from "../src-preload/contract/connection.ts";
import type { UnshownNotice } from "../src-preload/contract/desktop.ts";
import type { AgentLoop, CloseHow } from "./agent/agent-loop.ts";
import type { CallerIdentity } from "./api/caller.ts";
import { connectInMemory } from "./api/in-memory-connection.ts";
import { createRouter, type Router } from "./api/router.ts";
import { createAgentFeature } from "./assistant/agent-feature.ts";
import { type Core, createCore } from "./assistant/core.ts";
import { createDraftsFeature } from "./assistant/drafts-feature.ts";
import { createKnowledgeFeature } from "./assistant/knowledge-feature.ts";
import { createMcpFeature } from "./assistant/mcp-feature.ts";
import { createMentionsFeature } from "./assistant/mentions-feature.ts";
import { createMessageSearchFeature } from "./assistant/message-search-feature.ts";
import { createModelsFeature } from "./assistant/models-feature.ts";
import type { AssistantOptions } from "./assistant/options.ts";
import { createPlacesFeature } from "./assistant/places-feature.ts";
import { createPolicyFeature } from "./assistant/policy-feature.ts";
import { createRecallFeature } from "./assistant/recall-feature.ts";
import { createSkillsFeature } from "./assistant/skills-feature.ts";
import { createSystemFeature } from "./assistant/system-feature.ts";
import { createToolGround } from "./assistant/tool-ground.ts";
import { createTranscriptionFeature } from "./assistant/transcription-feature.ts";
import { openTranscripts } from "./assistant/transcripts.ts";
import { createTransferFeature } from "./assistant/transfer-feature.ts";
import { createUnattendedFeature, openUnattended } from "./assistant/unattended-feature.ts";
import { createUsageFeature, openSpending } from "./assistant/usage-feature.ts";
import { openWorkspace } from "./assistant/workspace.ts";
import type { Host } from "./host.ts";
import { emptyTrashDaily } from "./sessions/empty-trash.ts";

export type { AssistantOptions, CloseHow };

/** The whole core, wired: what a process that owns a home holds. */
export interface Assistant {
  readonly router: Router;
  readonly loop: AgentLoop;
  connect(identity: CallerIdentity): Connection;
  /** Reads the index in the background, for processes that stay. */
  warmUp(): void;
  /** The computer slept, or its clock was put on: what is due is looked at anew. */
  wake(): void;
  /** Tells the windows what the system does not show. */
  tell(notice: UnshownNotice): void;
  /** Stops every run (or lets it finish), writes their ends and lets go of everything. */
  close(how?: CloseHow): Promise<void>;
}

/** The whole core over a home. `host`: what the platform lends it. */
export function createAssistant(host: Host, options: AssistantOptions): Assistant {
  const held = new AsyncDisposableStack();
  const core = held.use(createCore(host, options));
  const refuse = (): (() => void) => router.refuse();
  const wired = wire(core, options, held, refuse);
  const { loop, sessions, servers, ground, recall, search, unattended, system, handlers } = wired;
  const router = createRouter(handlers, { log: core.host.log, clean: core.keys.redactAll });
  return {
    router,
    loop,
    connect: (identity) => connectInMemory(router, identity),
    warmUp() {
      void sessions.list({ archived: false, limit: 1 });
      void servers.warmUp(core.settings);
      held.use(emptyTrashDaily(core.host, sessions));
      void ground.undo.warmUp();
      recall.warmUp();
      search.warmUp();
      unattended.stay();
      system.stay();
    },
    wake() {
      unattended.wake();
      system.wake();
    },
    tell: (notice) => core.events.publish({ topic: "system", type: "notice-unshown", notice }),
    async close(how = "stop") {
      // Runs that are let finish may wait for an answer of a person until they have.
      if (how !== "finish") {
        router.refuse();
        ground.running.perchEnds();
      }
      await loop.close(how);
      router.settle();
      await held.disposeAsync();
    },
  };
}

/**
 * The one place that wires: a feature gets the core and what it needs of features before it, and gives its handlers. What
 * it holds is let go of in the opposite order, each whatever became of the others.
 */
function wire(core: Core, options: AssistantOptions, held: AsyncDisposableStack, refuse: () => () => void) {
  const permissions = held.use(createPolicyFeature(core));
  const transcripts = held.use(openTranscripts(core));
  const { sessions } = transcripts;
  const drafts = held.use(createDraftsFeature(core, sessions));
  const { meter } = held.use(openSpending(core));
  const workspace = held.use(openWorkspace(core));
  const knowledge = held.use(createKnowledgeFeature(core, workspace));
  const recall = held.use(createRecallFeature(core, { transcripts, knowledge: knowledge.knowledge, meter }));
  const search = held.use(createMessageSearchFeature(core, transcripts));
  const models = held.use(createModelsFeature(core, { ...options, sessions }));
  const skills = held.use(createSkillsFeature(core));
  const skillFolders = skills.skills.folders;
  const { handlers: ofTools, ...ground } = held.use(createToolGround(core, { options, transcripts, skillFolders }));
  const { tokensOf } = models.models;
  // Let go of before the sandbox that they run in.
  const { servers, ...mcp } = held.use(createMcpFeature(core, { tokensOf, sandbox: ground.sandbox, sessions }));
  const mentions = held.use(createMentionsFeature({ sessions, servers }));
  const transcription = held.use(createTranscriptionFeature(core, { meter, workspace }));
  const opened = held.use(openUnattended(core, sessions));
  const agent = held.use(
    createAgentFeature(core, {
      transcripts,
      drafts: drafts.load,
      servers,
      permissions,
      ...ground,
      knowledge,
      recall,
      mentions,
      meter,
      workspace,
      ...opened,
      skills: skills.skills,
      joinSpoken: transcription.joinSpoken,
      models: models.models,
    }),
  );
  const needed = { ...models, ...agent, ...permissions, ...opened, sessions, meter, workspace };
  const unattended = held.use(createUnattendedFeature(core, needed));
  const transfer = held.use(createTransferFeature(core, { ...agent, transcripts }));
  const places = held.use(createPlacesFeature(core, { agent, sessions, workspace, ...ground, ...permissions }));
  const { loop } = agent;
  const usage = createUsageFeature(core, { loop, meter, sessions, models });
  const parts = { ...opened, loop, sessions, models, servers, recall, ...ground, options, refuse };
  const system = held.use(createSystemFeature(core, parts));
  const handlers = {
    ...agent.handlers,
    ...unattended.handlers,
    ...transfer.handlers,
    ...drafts.handlers,
    ...models.handlers,
    ...mcp.handlers,
    ...places.handlers,
    ...knowledge.handlers,
    ...recall.handlers,
    ...search.handlers,
    ...skills.handlersWith({ workspace, knowledge: knowledge.knowledge, web: ground.web }),
    ...transcription.handlers,
    ...usage.handlers,
    ...ofTools,
    ...system.handlers,
  };
  return { loop, sessions, servers, ground, recall, search, unattended, system, handlers };
}
