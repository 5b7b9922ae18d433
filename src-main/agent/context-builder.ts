import type { MessageId } from "../../src-preload/contract/ids.ts";
import type { Media, Message, ToolMessage } from "../../src-preload/contract/records.ts";
import type { ContextReport } from "../../src-preload/contract/window.ts";
import type { ModelRequest, ToolOffers, WireMessage } from "../models/model.ts";
import type { AgentDependencies, PromptPart, RunContext } from "./dependencies.ts";
import { describeRequest, type SentHistory } from "./describe-request.ts";
import { type HistoryItem, planTrimming, shortenFrom, type TrimPlan } from "./trimming.ts";

/** Tokens of a model whose window nothing tells. */
export const defaultContextWindow = 32_768;
/** Below this window a compact prompt with the core tools is used. */
export const compactWindow = 8000;
const coreTools: ReadonlySet<string> = new Set(["read_file", "write_file", "edit_file", "list_dir", "exec"]);

export interface BuildOptions {
  /** False for the closing call of a run. */
  readonly withTools: boolean;
  /** A word to the model that is not kept: "go on", "answer now". */
  readonly nudge?: string;
}

/** As much of a run as a request depends on. */
export type RequestContext = Pick<
  RunContext,
  "runId" | "session" | "settings" | "mode" | "workFolder" | "allowedTools"
>;

/** The requests of one session. Messages are serialised once; a request is a concatenation of what is there. */
export interface ContextBuilder {
  /** Reads the prompt's files and fixes prompt and tools for the turn that begins. */
  beginTurn(run: RequestContext): Promise<void>;
  build(run: RequestContext, options: BuildOptions): Promise<ModelRequest>;
  /** The provider said "too long": take this as the window from now on (tokens; null when it told none). */
  overflowed(contextWindow: number | null): void;
  readonly parts: readonly PromptPart[];
  /** What the last request was made of; null before the first. */
  report(): ContextReport | null;
}

export function createContextBuilder({ models, tools, prompt }: AgentDependencies): ContextBuilder {
  const wire = new WeakMap<Message, WireMessage | null>();
  const withImages = new WeakMap<Message, WireMessage | null>();
  const repair = models.createRepairer();
  const short = new WeakMap<Message, WireMessage>();
  let parts: readonly PromptPart[] = [];
  let system: WireMessage = models.systemPrompt("");
  let offers: ToolOffers = models.offers([]);
  const noTools: ToolOffers = models.offers([]);
  let plan: (TrimPlan & { readonly firstId: MessageId }) | null = null;
  let learntWindow: number | null = null;
  let last: ContextReport | null = null;

  const windowOf = (run: RequestContext): number =>
    learntWindow ?? run.settings.agents.defaults.contextWindow ?? defaultContextWindow;

  /** Images go with the current turn; in older ones each is named by its path. */
  async function serialise(message: Message, isCurrent: boolean): Promise<WireMessage | null> {
    const hasImages = isCurrent && message.role === "user" && message.media !== undefined;
    const known = (hasImages ? withImages : wire).get(message);
    if (known !== undefined) return known;
    const made = await models.toWire(message, hasImages ? "with-images" : "named");
    (hasImages ? withImages : wire).set(message, made);
    return made;
  }

  async function history(run: RequestContext, budget: number): Promise<SentHistory> {
    const visible = withResultImages(repair(visibleOf(run.session.context)));
    const turnStart = currentTurn(visible, run);
    const pairs: { readonly message: Message; readonly wire: WireMessage }[] = [];
    for (const [index, message] of visible.entries()) {
      const known = wire.get(message);
      const isImage = message.role === "user" && message.media !== undefined;
      const made = known === undefined || isImage ? await serialise(message, index >= turnStart) : known;
      if (made !== null) pairs.push({ message, wire: made });
    }
    const current = pairs.findIndex((pair) => pair.message === visible[turnStart]);
    const items = pairs.map((pair) => itemOf(pair.message, pair.wire));
    const before = plan === null ? null : { ...plan, start: Math.max(0, indexOf(items, plan.firstId)) };
    const limits = { budget, window: run.settings.agents.defaults.memoryWindow, current: Math.max(0, current) };
    const next = planTrimming(items, limits, before);
    const first = pairs[next.start];
    plan = first === undefined ? null : { ...next, firstId: first.message.id };
    const kept = pairs.slice(next.start);
    const facts = { dropped: next.start, currentAt: Math.max(0, current - next.start) };
    if (next.shortened.size === 0) return { ...facts, shortened: 0, wires: kept.map((pair) => pair.wire) };
    const isShort = (id: MessageId): boolean => next.shortened.has(id);
    const wires = kept.map((pair) => (isShort(pair.message.id) ? shortenedWire(pair.message) : pair.wire));
    const shortened = kept.filter((pair) => isShort(pair.message.id)).length;
    return { ...facts, shortened, wires: await Promise.all(wires) };
  }

  async function shortenedWire(message: Message): Promise<WireMessage> {
    const known = short.get(message);
    if (known !== undefined) return known;
    const made =
      (await models.toWire({ ...message, content: shortenText(message.content) }, "named")) ?? models.userText("");
    short.set(message, made);
    return made;
  }

  return {
    get parts() {
      return parts;
    },
    async beginTurn(run) {
      const compact = windowOf(run) < compactWindow;
      const facts = { sessionKey: run.session.key, workFolder: run.workFolder, mode: run.mode, compact };
      parts = await prompt.parts(facts);
      const joined = parts.map((part) => part.text).join("\n\n");
      system = models.systemPrompt(joined);
      const allowed = compact ? intersect(coreTools, run.allowedTools) : run.allowedTools;
      offers = models.offers(tools.definitions(allowed));
    },
    async build(run, options) {
      const { temperature, maxTokens, reasoningEffort } = run.settings.agents.defaults;
      const window = windowOf(run);
      const output = Math.min(maxTokens, Math.floor(window / 4));
      const toolTokens = Math.ceil(offers.json.length / 3.5);
      const nudge = options.nudge === undefined ? [] : [models.userText(options.nudge)];
      const fixed = system.tokens + toolTokens + (nudge[0]?.tokens ?? 0);
      const sent = await history(run, window - output - fixed);
      const messages = [system, ...sent.wires, ...nudge];
      last = describeRequest({ parts, sent, toolTokens: options.withTools ? toolTokens : 0, window });
      return {
        messages,
        tools: options.withTools ? offers : noTools,
        parameters: { temperature, maxTokens: output, reasoningEffort },
        contextWindow: learntWindow ?? run.settings.agents.defaults.contextWindow,
      };
    },
    report: () => last,
    overflowed(contextWindow) {
      learntWindow = contextWindow ?? Math.floor((learntWindow ?? defaultContextWindow) * 0.7);
    },
  };
}

function intersect(core: ReadonlySet<string>, allowed: ReadonlySet<string> | undefined): ReadonlySet<string> {
  return allowed === undefined ? core : new Set([...core].filter((name) => allowed.has(name)));
}

function indexOf(items: readonly HistoryItem[], id: string): number {
  return items.findIndex((item) => item.id === id);
}

/** Where the turn begins: at the message that started the run, or at the last one where none did. */
function currentTurn(messages: readonly Message[], run: RequestContext): number {
  const own = messages.findIndex((message) => message.role === "user" && message.runId === run.runId);
  return own >= 0
    ? own
    : Math.max(
        0,
        messages.findLastIndex((message) => message.role === "user"),
      );
}

function itemOf(message: Message, made: WireMessage): HistoryItem {
  const resultChars = message.role === "tool" ? message.content.length : 0;
  return { id: message.id, role: made.role, tokens: made.tokens, resultChars };
}

function shortenText(content: string): string {
  if (content.length < shortenFrom) return content;
  return `${content.slice(0, 160)}\n[… ${content.length - 280} characters left out to save room; read it again if you need it …]\n${content.slice(-120)}`;
}

const imageCarriers = new WeakMap<Message, Message>();

/** A tool result cannot hold an image on most endpoints: its images follow in a message of their own. */
function withResultImages(messages: readonly Message[]): readonly Message[] {
  if (!messages.some((message) => message.role === "tool" && message.media !== undefined)) return messages;
  const carried: Message[] = [];
  const images: Message[] = [];
  for (const message of messages) {
    if (message.role !== "tool") carried.push(...images.splice(0));
    carried.push(message);
    if (message.role === "tool" && message.media !== undefined) images.push(imageCarrierOf(message, message.media));
  }
  return [...carried, ...images];
}

function imageCarrierOf(message: ToolMessage, media: readonly Media[]): Message {
  const known = imageCarriers.get(message);
  if (known !== undefined) return known;
  const { id, parentId, timestamp } = message;
  const content = `The image that ${message.name} read:`;
  const carrier: Message = { id, parentId, timestamp, role: "user", content, media: [...media] };
  imageCarriers.set(message, carrier);
  return carrier;
}

function visibleOf(messages: readonly Message[]): readonly Message[] {
  return messages.some((message) => message.hidden === true)
    ? messages.filter((message) => message.hidden !== true)
    : messages;
}
