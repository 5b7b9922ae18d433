import type { MessageId } from "../../src-preload/contract/ids.ts";
import type { Message, ToolMessage } from "../../src-preload/contract/records.ts";
import type { WireMessage } from "../models/model.ts";
import type { RequestContext } from "./built-request.ts";
import type { ModelSource } from "./dependencies.ts";
import { itemOf, shortenText } from "./history-items.ts";
import { isResultImage, withResultImages } from "./result-images.ts";
import { skillBlock, skillName } from "./skills-in-use.ts";
import { type HistoryItem, planTrimming, type TrimPlan } from "./trimming.ts";

/** The history as it is sent, with what was done to it. */
export interface SentHistory {
  readonly wires: readonly WireMessage[];
  /** Estimated, all together. */
  readonly tokens: number;
  /** Of the message that the turn answers; what it carries for others is not in it. */
  readonly messageTokens: number;
  /** Messages that are not sent. */
  readonly dropped: number;
  readonly shortened: number;
  /** Skills that go along with the first message, and those that are not sent whole any more. */
  readonly skills: { readonly tokens: number; readonly carried: readonly string[]; readonly lost: readonly string[] };
}

interface HistoryRoom {
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
  /** The first message as it was last sent with skills. */
  let carrying: { readonly whole: WireMessage; readonly ids: string; readonly wire: WireMessage } | null = null;
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

  /** The first message, with the skills whose own place is gone. */
  async function withSkills({ message, wire: whole }: Pair, skills: readonly ToolMessage[], isCurrent: boolean) {
    if (skills.length === 0 || message.role !== "user") return whole;
    const ids = skills.map(({ id }) => id).join(" ");
    if (carrying?.whole === whole && carrying.ids === ids) return carrying.wire;
    const content = [...skills.map(skillBlock), message.content].join("\n\n");
    const made = (await models.toWire({ ...message, content }, isCurrent ? "with-images" : "named")) ?? whole;
    carrying = { whole, ids, wire: made };
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
    const items = pairs.map(({ message, wire: sent }) => itemOf(message, sent, models.tokensOf));
    const before = plan === null || plan.window !== window ? null : { ...plan, start: indexOf(items, plan.firstId) };
    const next = planTrimming(items, { budget, window: run.session.memoryWindow, current }, before);
    const first = pairs[next.start];
    plan = first === undefined ? null : { ...next, firstId: first.message.id, window };
    const kept = pairs.slice(next.start).filter(({ message }) => !next.left.has(message.id));
    const carried = resultsOf(pairs, next.carried);
    const wires: WireMessage[] = [];
    for (const [index, pair] of kept.entries()) {
      const isShort = next.shortened.has(pair.message.id);
      const whole = index === 0 ? await withSkills(pair, carried, next.start >= current) : pair.wire;
      wires.push(isShort ? await shortened(pair.message) : whole);
    }
    return {
      wires,
      tokens: wires.reduce((sum, one) => sum + one.tokens, 0),
      messageTokens: pairs[current]?.wire.tokens ?? 0,
      dropped: pairs.length - kept.length,
      shortened: kept.filter(({ message }) => next.shortened.has(message.id)).length,
      skills: {
        tokens: carried.length === 0 ? 0 : (wires[0]?.tokens ?? 0) - (kept[0]?.wire.tokens ?? 0),
        carried: namesOf(carried),
        lost: namesOf(resultsOf(pairs, next.lost)),
      },
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
        messages.findLastIndex((message) => message.role === "user" && !isResultImage(message)),
      );
}

function resultsOf(pairs: readonly Pair[], ids: ReadonlySet<string>): readonly ToolMessage[] {
  if (ids.size === 0) return [];
  return pairs.flatMap(({ message }) => (message.role === "tool" && ids.has(message.id) ? [message] : []));
}

function namesOf(skills: readonly ToolMessage[]): readonly string[] {
  return [...new Set(skills.flatMap((message) => skillName(message) ?? []))];
}

function visibleOf(messages: readonly Message[]): readonly Message[] {
  return messages.some((message) => message.hidden === true)
    ? messages.filter((message) => message.hidden !== true)
    : messages;
}
