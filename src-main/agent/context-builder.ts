import type { ContextReport } from "../../src-preload/contract/window.ts";
import type { Model, ModelError, WireMessage } from "../models/model.ts";
import type { ModelFacts } from "../providers/model-facts.ts";
import type { BuildOptions, BuildTarget, BuiltRequest, RequestContext } from "./built-request.ts";
import type { AgentDependencies, PromptPart } from "./dependencies.ts";
import { describeRequest } from "./describe-request.ts";
import { createHistoryWriter } from "./history-writer.ts";
import { onlySkillsOf } from "./profile.ts";
import type { AllowedTools } from "./tools-of-chat.ts";
import { createTurnTools, defaultContextWindow, type TurnTools } from "./turn-tools.ts";

/** Below this window a compact prompt with the core tools is used. */
const compactWindow = 8000;

/** The requests of one session. Messages are serialised once; a request is a concatenation of what is there. */
export interface ContextBuilder {
  /** Reads the prompt's files and fixes prompt and tools for the turn that begins. */
  beginTurn(run: RequestContext, facts: ModelFacts): Promise<void>;
  build(run: RequestContext, options: BuildOptions & BuildTarget): Promise<BuiltRequest>;
  readonly tools: Pick<TurnTools, "canFind" | "find" | "unlisted">;
  /** What the model counted for the last request. */
  counted(model: Pick<Model, "id">, promptTokens: number): void;
  /** The provider said "too long": learns from it; false where the next request would be the same. */
  overflowed(model: Pick<Model, "id">, error: Pick<ModelError, "contextWindow" | "promptTokens">): boolean;
  /** What the last request was made of; null before the first. */
  report(): ContextReport | null;
}

/** What was learnt of one request is off by a little for the next: this share of the room is filled. */
const sure = 0.995;

export function createContextBuilder(
  deps: Pick<AgentDependencies, "models" | "prompt" | "scale" | "tools">,
): ContextBuilder {
  const { models, prompt, scale, tools } = deps;
  const history = createHistoryWriter(models);
  let parts: readonly PromptPart[] = [];
  let system: WireMessage = models.systemPrompt("");
  const turnTools = createTurnTools(deps);
  const noTools = models.offers([]);
  /** The estimate for the last request in tokens, before correction. */
  let estimated = 0;
  let last: BuiltRequest | null = null;
  /** Computed on demand: counting the parts of the prompt in each iteration would be wasted. */
  let report: (() => ContextReport) | null = null;
  let isCompact = false;

  return {
    async beginTurn(run, { contextWindow, mostTools }) {
      const compact = (contextWindow ?? defaultContextWindow) < compactWindow;
      isCompact = compact;
      const { session, workFolder, mode, profile } = run;
      const onlySkills = onlySkillsOf(session.settings, profile);
      const facts = { sessionKey: session.key, workFolder, mode, compact, profile, onlySkills };
      const allowed = compact ? intersect(tools.coreNames, run.allowedTools) : run.allowedTools;
      const window = contextWindow ?? defaultContextWindow;
      turnTools.begin({ allowed, window, mostTools, withServers: !compact });
      parts = [...(await prompt.parts(facts)), ...turnTools.parts];
      const joined = parts.map((part) => part.text).join("\n\n");
      system = models.systemPrompt(joined);
    },
    async build(run, options) {
      const { withTools, nudge, model, facts } = options;
      const { temperature, maxTokens, reasoningEffort } = run.settings.agents.defaults;
      // What was learnt since it began, or another model of the chain: fewer tools in one request.
      if (withTools && turnTools.exceeds(facts.mostTools)) await this.beginTurn(run, facts);
      const room = roomOf(facts, maxTokens);
      const correction = scale.of(model.id);
      if (withTools) turnTools.grow();
      const { offers, leftOut } = turnTools;
      const toolTokens = models.tokensOf(offers.json);
      const nudges = nudge === undefined ? [] : [models.userText(nudge)];
      // The definitions count also where they are not sent: what is trimmed stays the same for the whole turn.
      const fixed = system.tokens + toolTokens + (nudges[0]?.tokens ?? 0);
      const sent = await history(run, { budget: (room.prompt * sure) / correction - fixed, window: room.window });
      const messages = [system, ...sent.wires, ...nudges];
      estimated = fixed - (withTools ? 0 : toolTokens) + sent.tokens;
      const tokens = Math.ceil(estimated * correction);
      const described = {
        tokensOf: models.tokensOf,
        parts,
        sent,
        toolTokens: withTools ? toolTokens : 0,
        leftOutTools: leftOut.length,
        correction,
        room,
        source: facts.source,
      };
      report = () => describeRequest(described);
      last = {
        request: {
          messages,
          tools: withTools ? offers : noTools,
          parameters: { temperature, maxTokens: room.output, reasoningEffort },
          contextWindow: facts.contextWindow,
        },
        tokens,
        window: room.prompt,
        // A window that is only assumed is no reason not to ask.
        fits: facts.source === "default" || tokens <= room.prompt,
      };
      // A window that was taken for a larger one when the turn began: with the core tools alone it may fit.
      if (last.fits || isCompact || room.window >= compactWindow) return last;
      await this.beginTurn(run, facts);
      return this.build(run, options);
    },
    tools: turnTools,
    counted: (model, promptTokens) => scale.learn(model.id, estimated, promptTokens),
    overflowed(model, { contextWindow = null, promptTokens = null }) {
      if (last === null || !last.fits) return false;
      if (promptTokens !== null) scale.learn(model.id, estimated, promptTokens);
      // Where no number is told, it is at least less than what was just sent.
      const window = contextWindow ?? Math.floor(last.tokens * 0.8);
      models.learnWindow(model.id, window);
      return true;
    },
    report: () => report?.() ?? null,
  };
}

/** Tokens that a request may take, and those that are kept for the answer. */
function roomOf({ contextWindow, maxInputTokens, maxOutputTokens }: ModelFacts, maxTokens: number) {
  const window = contextWindow ?? defaultContextWindow;
  const output = Math.min(maxTokens, Math.floor(window / 4), maxOutputTokens ?? Number.POSITIVE_INFINITY);
  return { window, output, prompt: Math.min(window - output, maxInputTokens ?? Number.POSITIVE_INFINITY) };
}

function intersect(core: ReadonlySet<string>, allowed: AllowedTools): AllowedTools {
  return new Set([...core].filter((name) => allowed.has(name)));
}
