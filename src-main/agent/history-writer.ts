import type { Mentioned } from "../../src-preload/contract/mentioned.ts";
import type { Recalled } from "../../src-preload/contract/recalled.ts";
import type { Message } from "../../src-preload/contract/records.ts";
import type { WireMessage } from "../models/model.ts";
import type { RequestContext } from "./built-request.ts";
import type { ModelSource } from "./dependencies.ts";
import { entryOf, type HistoryEntry, shortenText } from "./history-items.ts";
import { isResultImage, withResultImages } from "./result-images.ts";
import { skillBlock, skillName } from "./skills-in-use.ts";
import { planTrimming, type TrimPlan } from "./trimming.ts";

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
  /** Of what stands in the place of messages that have left the chat. */
  readonly earlierTokens: number;
  /** For the message that the turn answers. */
  readonly recalled: readonly Recalled[];
  readonly mentioned: readonly Mentioned[];
  /** Skills that go along with the first message, and those that are not sent whole any more. */
  readonly skills: {
    readonly tokens: number;
    readonly carried: readonly string[];
    readonly lost: readonly string[];
    /** Those that stand in their own place, with the messages that called them. */
    readonly called: readonly CalledPart[];
  };
}

interface CalledPart {
  readonly name: string;
  readonly tokens: number;
  /** With the message that the turn answers. */
  readonly isCurrent: boolean;
}

interface SentSkill {
  readonly id: string;
  readonly name: string;
  readonly block: string;
}

interface HistoryRoom {
  /** Estimated tokens that the history may take. */
  readonly budget: number;
  /** The window that the budget comes from: what was left out for one model is not left out for another. */
  readonly window: number;
}

/** Writes the history of one session within a budget. */
export type HistoryWriter = (run: RequestContext, room: HistoryRoom) => Promise<SentHistory>;

export function createHistoryWriter(models: ModelSource): HistoryWriter {
  const named = new WeakMap<Message, HistoryEntry | null>();
  const withImages = new WeakMap<Message, HistoryEntry | null>();
  const short = new WeakMap<Message, WireMessage>();
  const repair = models.createRepairer();
  /** The first message as it was last sent with what stands before it. */
  let carrying: { readonly whole: WireMessage; readonly before: string; readonly wire: WireMessage } | null = null;
  let plan: (TrimPlan & { readonly firstId: string; readonly window: number }) | null = null;

  /** Images go with the current turn; in older ones each is named by its path. Null: nothing of it is sent. */
  async function makeEntry(message: Message, known: typeof named): Promise<HistoryEntry | null> {
    const wire = await models.toWire(message, known === withImages ? "with-images" : "named");
    const made = wire === null ? null : entryOf(message, wire, models.tokensOf);
    known.set(message, made);
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

  /** The first message, behind what stands in the place of those that are gone: their summary, skills that they read. */
  async function withBlocks({ message, wire: whole }: HistoryEntry, blocks: readonly string[], isCurrent: boolean) {
    if (blocks.length === 0 || message.role !== "user") return whole;
    const before = blocks.join("\n\n");
    if (carrying?.whole === whole && carrying.before === before) return carrying.wire;
    const content = `${before}\n\n${message.content}`;
    const made = (await models.toWire({ ...message, content }, isCurrent ? "with-images" : "named")) ?? whole;
    carrying = { whole, before, wire: made };
    return made;
  }

  async function entriesOf(visible: readonly Message[], turnStart: number): Promise<readonly HistoryEntry[]> {
    const entries: HistoryEntry[] = [];
    let index = 0;
    for (const message of visible) {
      const hasImages = index >= turnStart && message.role === "user" && message.media !== undefined;
      const known = hasImages ? withImages : named;
      const before = known.get(message);
      const entry = before === undefined ? await makeEntry(message, known) : before;
      if (entry !== null) entries.push(entry);
      index++;
    }
    return entries;
  }

  return async (run, { budget, window }) => {
    const visible = withResultImages(repair(visibleOf(run.session.context)));
    const turnStart = currentTurn(visible, run);
    const entries = await entriesOf(visible, turnStart);
    const current = Math.max(
      0,
      entries.findIndex(({ message }) => message === visible[turnStart]),
    );
    const before = plan === null || plan.window !== window ? null : { ...plan, start: indexOf(entries, plan.firstId) };
    const earlier = earlierBlock(run.session.past.earlier.summary, budget);
    const earlierTokens = models.tokensOf(earlier);
    const most = Math.min(run.session.memoryWindow, run.limits.messages ?? run.session.memoryWindow);
    const limits = { budget: budget - earlierTokens, window: most, current };
    const next = planTrimming(entries, limits, before);
    const first = entries[next.start];
    plan = first === undefined ? null : { ...next, firstId: first.id, window };
    const kept = entries.slice(next.start).filter(({ id }) => !next.left.has(id));
    const carried = skillsOf(entries, next.carried);
    const blocks = [...(earlier === "" ? [] : [earlier]), ...carried.map(({ block }) => block)];
    const wires: WireMessage[] = [];
    for (const entry of kept) {
      const whole = entry === kept[0] ? await withBlocks(entry, blocks, next.start >= current) : entry.wire;
      wires.push(next.shortened.has(entry.id) ? await shortened(entry.message) : whole);
    }
    return {
      wires,
      tokens: wires.reduce((sum, one) => sum + one.tokens, 0),
      messageTokens: entries[current]?.tokens ?? 0,
      dropped: entries.length - kept.length,
      shortened: kept.filter(({ id }) => next.shortened.has(id)).length,
      earlierTokens,
      recalled: recalledIn(entries[current]),
      mentioned: mentionedIn(entries[current]),
      skills: {
        tokens: carried.length === 0 ? 0 : (wires[0]?.tokens ?? 0) - (kept[0]?.wire.tokens ?? 0) - earlierTokens,
        carried: namesOf(carried),
        lost: namesOf(skillsOf(entries, next.lost)),
        called: calledIn(kept, entries[current]),
      },
    };
  };
}

function recalledIn(entry: HistoryEntry | undefined): readonly Recalled[] {
  return entry?.message.role === "user" ? (entry.message.recalled ?? []) : [];
}

function mentionedIn(entry: HistoryEntry | undefined): readonly Mentioned[] {
  return entry?.message.role === "user" ? (entry.message.mentioned ?? []) : [];
}

/** Of the history's room, for the summary of what is gone. */
const earlierShare = 0.25;
/** Characters a token has at least, about. */
const charsPerToken = 3;

function earlierBlock(summary: string, budget: number): string {
  const words = summary.slice(0, Math.max(0, Math.floor(budget * earlierShare * charsPerToken))).trim();
  return words === "" ? "" : `<earlier-in-this-chat>\n${words}\n</earlier-in-this-chat>`;
}

function indexOf(entries: readonly HistoryEntry[], id: string): number {
  return Math.max(
    0,
    entries.findIndex((entry) => entry.id === id),
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

function skillsOf(entries: readonly HistoryEntry[], ids: ReadonlySet<string>): readonly SentSkill[] {
  if (ids.size === 0) return [];
  return entries.flatMap(skillsIn).filter(({ id }) => ids.has(id));
}

function skillsIn({ message, skill, called = [] }: HistoryEntry): readonly SentSkill[] {
  if (message.role !== "tool" || skill === undefined) return called;
  return [{ id: message.id, name: skillName(message) ?? "", block: skillBlock(message) }];
}

function namesOf(skills: readonly SentSkill[]): readonly string[] {
  return [...new Set(skills.map(({ name }) => name))];
}

function calledIn(kept: readonly HistoryEntry[], current: HistoryEntry | undefined): readonly CalledPart[] {
  return kept.flatMap((entry) =>
    (entry.called ?? []).map(({ name, tokens }) => ({ name, tokens, isCurrent: entry === current })),
  );
}

function visibleOf(messages: readonly Message[]): readonly Message[] {
  return messages.some((message) => message.hidden === true)
    ? messages.filter((message) => message.hidden !== true)
    : messages;
}
