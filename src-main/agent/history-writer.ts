import type { MessageId } from "../../src-preload/contract/ids.ts";
import type { Media, Message, ToolMessage } from "../../src-preload/contract/records.ts";
import type { WireMessage } from "../models/model.ts";
import type { RequestContext } from "./context-builder.ts";
import type { ModelSource } from "./dependencies.ts";
import { type HistoryItem, planTrimming, type TrimPlan } from "./trimming.ts";

/** The history as it is sent, with what was done to it. */
export interface SentHistory {
  readonly wires: readonly WireMessage[];
  /** Estimated, all together. */
  readonly tokens: number;
  /** Index of the message that the turn answers. */
  readonly currentAt: number;
  /** Messages that are not sent. */
  readonly dropped: number;
  readonly shortened: number;
}

export interface HistoryRoom {
  /** Estimated tokens that the history may take. */
  readonly budget: number;
  /** The window that the budget comes from: what was left out for one model is not left out for another. */
  readonly window: number;
}

/** Writes the history of one session within a budget. */
export type HistoryWriter = (run: RequestContext, room: HistoryRoom) => Promise<SentHistory>;

interface Pair {
  readonly message: Message;
  readonly wire: WireMessage;
}

export function createHistoryWriter(models: ModelSource): HistoryWriter {
  const wire = new WeakMap<Message, WireMessage | null>();
  const withImages = new WeakMap<Message, WireMessage | null>();
  const short = new WeakMap<Message, WireMessage>();
  const repair = models.createRepairer();
  let plan: (TrimPlan & { readonly firstId: MessageId; readonly window: number }) | null = null;

  /** Images go with the current turn; in older ones each is named by its path. */
  async function serialise(message: Message, isCurrent: boolean): Promise<WireMessage | null> {
    const hasImages = isCurrent && message.role === "user" && message.media !== undefined;
    const known = (hasImages ? withImages : wire).get(message);
    if (known !== undefined) return known;
    const made = await models.toWire(message, hasImages ? "with-images" : "named");
    (hasImages ? withImages : wire).set(message, made);
    return made;
  }

  async function shortened(message: Message): Promise<WireMessage> {
    const known = short.get(message);
    if (known !== undefined) return known;
    const content = shortenText(message.content);
    const made = (await models.toWire({ ...message, content }, "named")) ?? models.userText("");
    short.set(message, made);
    return made;
  }

  async function pairsOf(visible: readonly Message[], turnStart: number): Promise<readonly Pair[]> {
    const pairs: Pair[] = [];
    for (const [index, message] of visible.entries()) {
      const known = wire.get(message);
      const isImage = message.role === "user" && message.media !== undefined;
      const made = known === undefined || isImage ? await serialise(message, index >= turnStart) : known;
      if (made !== null) pairs.push({ message, wire: made });
    }
    return pairs;
  }

  return async (run, { budget, window }) => {
    const visible = withResultImages(repair(visibleOf(run.session.context)));
    const turnStart = currentTurn(visible, run);
    const pairs = await pairsOf(visible, turnStart);
    const current = Math.max(
      0,
      pairs.findIndex((pair) => pair.message === visible[turnStart]),
    );
    const items = pairs.map((pair) => itemOf(pair, models));
    const before = plan === null || plan.window !== window ? null : { ...plan, start: indexOf(items, plan.firstId) };
    const next = planTrimming(items, { budget, window: run.settings.agents.defaults.memoryWindow, current }, before);
    const first = pairs[next.start];
    plan = first === undefined ? null : { ...next, firstId: first.message.id, window };
    const kept = pairs.slice(next.start).filter(({ message }) => !next.left.has(message.id));
    const wires: WireMessage[] = [];
    for (const { message, wire: whole } of kept) {
      wires.push(next.shortened.has(message.id) ? await shortened(message) : whole);
    }
    return {
      wires,
      tokens: wires.reduce((sum, one) => sum + one.tokens, 0),
      currentAt: Math.max(
        0,
        kept.findIndex(({ message }) => message === visible[turnStart]),
      ),
      dropped: pairs.length - kept.length,
      shortened: kept.filter(({ message }) => next.shortened.has(message.id)).length,
    };
  };
}

function indexOf(items: readonly HistoryItem[], id: string): number {
  return Math.max(
    0,
    items.findIndex((item) => item.id === id),
  );
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

const items = new WeakMap<WireMessage, HistoryItem>();

function itemOf({ message, wire }: Pair, models: ModelSource): HistoryItem {
  const known = items.get(wire);
  if (known !== undefined) return known;
  const made = madeItem(message, wire, models);
  items.set(wire, made);
  return made;
}

function madeItem(message: Message, wire: WireMessage, { tokensOf }: ModelSource): HistoryItem {
  const isResult = message.role === "tool";
  const pinned = isResult && /[/\\]SKILL\.md$/i.test(message.details?.path ?? "");
  return {
    id: message.id,
    role: wire.role,
    tokens: wire.tokens,
    shortTokens: isResult ? shortTokens(message, wire, tokensOf) : null,
    pinned,
  };
}

/** Results shorter than this stay whole, in characters. */
const shortenFrom = 500;
/** What goes around the words of a result, with the longest id that a call has. */
const wrapping = 40;

function shortTokens({ content }: Message, wire: WireMessage, tokensOf: ModelSource["tokensOf"]): number | null {
  if (content.length < shortenFrom) return null;
  return Math.min(wire.tokens, tokensOf(JSON.stringify(shortenText(content))) + wrapping);
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
