import type { Connection } from "../src-preload/contract/connection.ts";
import type { AgentLoop, CloseHow } from "./agent/agent-loop.ts";
import type { CallerIdentity } from "./api/caller.ts";
import { connectInMemory } from "./api/in-memory-connection.ts";
import { createRouter, type Router } from "./api/router.ts";
import { createAgentFeature } from "./assistant/agent-feature.ts";
import { createConsolidationFeature } from "./assistant/consolidation-feature.ts";
import { createCore } from "./assistant/core.ts";
import { createDraftsFeature } from "./assistant/drafts-feature.ts";
import { createKnowledgeFeature } from "./assistant/knowledge-feature.ts";
import { createMcpFeature } from "./assistant/mcp-feature.ts";
import { createModelsFeature } from "./assistant/models-feature.ts";
import type { AssistantOptions } from "./assistant/options.ts";
import { createPlacesFeature } from "./assistant/places-feature.ts";
import { createPolicyFeature } from "./assistant/policy-feature.ts";
import { createSystemFeature } from "./assistant/system-feature.ts";
import { createToolGround } from "./assistant/tool-ground.ts";
import { createTranscriptionFeature } from "./assistant/transcription-feature.ts";
import { openTranscripts } from "./assistant/transcripts.ts";
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
  /** Stops every run (or lets it finish), writes their ends and lets go of everything. */
  close(how?: CloseHow): Promise<void>;
}

/**
 * The one place that wires: a feature gets the core and what it needs of features before it, and gives its handlers. What
 * it holds is let go of in the opposite order, each whatever became of the others.
 */
export function createAssistant(lent: Host, options: AssistantOptions): Assistant {
  const held = new AsyncDisposableStack();
  const core = held.use(createCore(lent, options));
  const { host, keys, settings } = core;
  const permissions = held.use(createPolicyFeature(core));
  const transcripts = held.use(openTranscripts(core));
  const { sessions } = transcripts;
  const drafts = held.use(createDraftsFeature(core, sessions));
  const { meter } = held.use(openSpending(core));
  const workspace = held.use(openWorkspace(core));
  const knowledge = held.use(createKnowledgeFeature(core, workspace));
  const models = held.use(createModelsFeature(core, { ...options, sessions }));
  const { servers, ...mcp } = held.use(createMcpFeature(core, models.models.tokensOf));
  const { handlers: ofTools, ...ground } = held.use(createToolGround(core, { options, sessions }));
  const transcription = held.use(createTranscriptionFeature(core, { meter, workspace }));
  const agent = createAgentFeature(core, {
    transcripts,
    drafts: drafts.load,
    servers,
    permissions,
    ...ground,
    knowledge,
    meter,
    workspace,
    joinSpoken: transcription.joinSpoken,
    models: models.models,
  });
  const { loop } = agent;
  const { journal } = transcripts;
  const { memory } = knowledge;
  held.use(createConsolidationFeature(core, { loop, journal, meter, memory, models: models.models }));
  const places = held.use(createPlacesFeature(core, { agent, sessions, workspace, ...ground, ...permissions }));
  const usage = createUsageFeature(core, { loop, meter, sessions, models });
  const system = createSystemFeature(core, { loop, sessions, models, servers, ...ground });
  const router = createRouter(
    {
      ...agent.handlers,
      ...drafts.handlers,
      ...models.handlers,
      ...mcp.handlers,
      ...places.handlers,
      ...knowledge.handlers,
      ...transcription.handlers,
      ...usage.handlers,
      ...ofTools,
      ...system.handlers,
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
      held.use(emptyTrashDaily(host, sessions));
      void ground.undo.warmUp();
    },
    async close(how = "stop") {
      // Runs that are let finish may wait for an answer of a person until they have.
      if (how !== "finish") router.refuse();
      await loop.close(how);
      router.settle();
      await held.disposeAsync();
    },
  };
}
