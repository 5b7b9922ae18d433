import type { MessageId, SessionKey } from "../../../src-preload/contract/ids.ts";
import { type Earlier, nothingEarlier } from "../../../src-preload/contract/past.ts";
import type { Marker, MarkerOf, Message } from "../../../src-preload/contract/records.ts";
import type { Log } from "../../host.ts";
import type { FileLine } from "../read-tail.ts";
import { readLinesBackward, readLinesForward } from "../read-tail.ts";
import { boundaryOf } from "./boundary.ts";
import { BranchIndex, withParent } from "./branch-index.ts";
import type { SessionSource } from "./branch-reader.ts";
import { indexOlder, isTurnStart, nodeOf, readContext, readMessage } from "./branch-reader.ts";
import type { DerivedState, MessageFact } from "./derived-state.ts";
import { emptyState, factOf, reduceMarker, reduceMessage, stateOfCheckpoint, titleOf } from "./derived-state.ts";
import { LateParents } from "./late-parents.ts";
import type { ParsedLine, ParsedRecord } from "./parse-line.ts";
import { recordsOf } from "./parse-line.ts";

export interface LoadOptions {
  readonly key: SessionKey;
  /** Messages of the active branch to read at least. */
  readonly window: number;
  readonly log: Log;
}

export interface LoadedSession {
  readonly state: DerivedState;
  readonly index: BranchIndex;
  readonly context: readonly Message[];
  /** What stands in the place of the messages before them. */
  readonly earlier: Earlier;
  /** Lines that could not be read, a torn one at the end too, by their number from the end of the file: 1 is the last. */
  readonly damaged: readonly number[];
  /** False for a file in which nothing can be read. */
  readonly hasRecords: boolean;
  readonly recordsSinceCheckpoint: number;
}

function isRecord(parsed: ParsedLine): boolean {
  return parsed.kind !== "blank" && parsed.kind !== "damaged";
}

type Fact = { readonly marker: Marker } | { readonly message: MessageFact };

function reduceFacts(base: DerivedState, facts: readonly Fact[], key: SessionKey): DerivedState {
  const seen = new Set<MessageId>();
  let state = base;
  for (const fact of facts) {
    if ("marker" in fact) state = reduceMarker(state, fact.marker, key);
    else if (!seen.has(fact.message.id)) {
      seen.add(fact.message.id);
      state = reduceMessage(state, fact.message);
    }
  }
  return state;
}

/**
 * Reads a file from its end: the state from the records after the last checkpoint, the messages of the active branch
 * until there are enough.
 */
class BackwardScan {
  readonly index: BranchIndex;
  readonly kept = new Map<MessageId, Message>();
  readonly #options: LoadOptions;
  /** Newest first. */
  readonly #facts: Fact[] = [];
  #checkpoint: MarkerOf<"checkpoint"> | null = null;
  /** The oldest message that could give the chat its title, and its place in `#facts`. */
  #titling: { readonly at: number; readonly message: Message } | null = null;
  /** Undefined until a message or a marker tells it. */
  #tip: MessageId | null | undefined;
  /** The next message of the active branch; null when there are enough, `"next"` when it is whichever comes next. */
  #wanted: MessageId | "next" | null = null;
  #hasReply = false;
  readonly damaged: number[] = [];
  hasRecords = false;
  recordsSinceCheckpoint = 0;
  #lines = 0;

  constructor(options: LoadOptions, size: number) {
    this.#options = options;
    this.index = new BranchIndex(size);
  }

  get isDone(): boolean {
    return this.#checkpoint !== null && this.#tip !== undefined && this.#wanted === null && !this.index.isWaiting;
  }

  /** True when the start is reached and a message of the branch was not there. */
  get lacksParent(): boolean {
    return this.#wanted !== null && this.#wanted !== "next";
  }

  visit(line: FileLine): boolean {
    for (const record of recordsOf(line).toReversed()) this.#take(record.line, record.parsed);
    return !this.isDone;
  }

  #take(line: FileLine, parsed: ParsedLine): void {
    const isNew = indexOlder(this.index, line, parsed);
    this.#lines += 1;
    if (parsed.kind === "blank") return;
    this.hasRecords ||= isRecord(parsed);
    if (this.#checkpoint === null) this.recordsSinceCheckpoint += 1;
    if (parsed.kind === "damaged") this.#visitDamaged(parsed);
    if (parsed.kind === "marker") this.#visitMarker(parsed.marker);
    if (parsed.kind === "message") this.#visitMessage(parsed, isNew);
  }

  state(): DerivedState {
    const { key } = this.#options;
    const titling = this.#titling;
    if (titling !== null) this.#facts[titling.at] = { message: factOf(titling.message, titleOf(titling.message)) };
    const base = this.#checkpoint === null ? emptyState : stateOfCheckpoint(this.#checkpoint, key);
    return reduceFacts(base, this.#facts.toReversed(), key);
  }

  #visitDamaged(parsed: ParsedLine & { kind: "damaged" }): void {
    this.damaged.push(this.#lines);
    if (parsed.id !== null && parsed.id === this.#wanted) this.#wanted = "next";
  }

  #visitMarker(marker: Marker): void {
    if (marker._type === "head" && this.#tip === undefined) this.#startAt(marker.messageId);
    if (this.#checkpoint !== null) return;
    if (marker._type === "checkpoint") {
      this.#checkpoint = marker;
      if (this.#tip === undefined) this.#startAt(marker.head);
    } else if (marker._type !== "metadata") this.#facts.push({ marker });
  }

  #startAt(tip: MessageId | null): void {
    this.#tip = tip;
    this.#wanted = tip;
  }

  #visitMessage(parsed: ParsedLine & { kind: "message" }, isNew: boolean): void {
    const { message } = parsed;
    if (this.#checkpoint === null) this.#addFact(message);
    if (!isNew) {
      // The one further up was there first.
      if (this.kept.has(message.id)) this.kept.set(message.id, message);
      return;
    }
    if (this.#tip === undefined) this.#startAt(message.id);
    if (this.#wanted !== message.id && this.#wanted !== "next") return;
    const left = this.index.boundaries.has(message.id);
    if (!left) this.kept.set(message.id, message);
    this.#hasReply ||= message.role === "assistant";
    const enough = left || (this.#hasReply && this.kept.size >= this.#options.window && isTurnStart(message));
    if (enough || (message.parentId !== null && this.index.boundaries.has(message.parentId))) this.#wanted = null;
    else this.#wanted = parsed.parentKnown ? message.parentId : "next";
  }

  #addFact(message: Message): void {
    if (isTurnStart(message) && message.content.trim() !== "") this.#titling = { at: this.#facts.length, message };
    this.#facts.push({ message: factOf(message) });
  }
}

/** Reads a whole file from its start, without keeping messages: for files whose end alone does not tell how they hang together. */
export async function readWholeSession(
  source: SessionSource,
  options: LoadOptions,
): Promise<Omit<LoadedSession, "context" | "earlier">> {
  const index = new BranchIndex(0);
  const late = new LateParents(index);
  const counted = new Set<MessageId>();
  let state = emptyState;
  let last: MessageId | null = null;
  const damaged: number[] = [];
  let lines = 0;
  let hasRecords = false;
  let recordsSinceCheckpoint = 0;
  const take = (line: FileLine, message: Message, parentKnown: boolean): void => {
    const known = message.parentId === null || index.get(message.parentId) !== undefined;
    const parentId = known && parentKnown ? message.parentId : last;
    if (index.addNewer(nodeOf(withParent(message, parentId), line))) {
      if (!known && message.parentId !== null) late.add({ id: message.id, parentId: message.parentId, standIn: last });
      last = message.id;
    }
    // One that was written again below a checkpoint is not in what that says.
    if (counted.has(message.id)) return;
    counted.add(message.id);
    state = reduceMessage(state, factOf(message, state.title === "" ? titleOf(message) : ""));
  };
  const takeRecord = ({ line, parsed }: ParsedRecord): void => {
    lines += 1;
    if (parsed.kind !== "blank") recordsSinceCheckpoint += 1;
    if (parsed.kind === "damaged") damaged.push(lines);
    hasRecords ||= isRecord(parsed);
    if (parsed.kind === "message") take(line, parsed.message, parsed.parentKnown);
    if (parsed.kind !== "marker") return;
    const { marker } = parsed;
    const boundary = boundaryOf(marker);
    if (boundary !== null) index.boundaries.set(boundary.id, boundary.earlier);
    if (marker._type === "checkpoint") {
      recordsSinceCheckpoint = 0;
      counted.clear();
    }
    const { head } = state;
    state = reduceMarker(state, marker, options.key);
    // A head that is not there (its line is damaged) leaves the tip where it was.
    if (state.head !== null && index.get(state.head) === undefined) state = { ...state, head };
  };
  await readLinesForward(source.handle, { end: source.size }, (line) => {
    recordsOf(line).forEach(takeRecord);
    return true;
  });
  late.settle((id) => options.log("warn", "a message whose parent is not there", { key: options.key, id }));
  const fromEnd = damaged.map((number) => lines - number + 1).reverse();
  return { state, index, damaged: fromEnd, hasRecords, recordsSinceCheckpoint };
}

async function contextOf(
  source: SessionSource,
  options: LoadOptions,
  loaded: Omit<LoadedSession, "context" | "earlier">,
  kept: ReadonlyMap<MessageId, Message>,
): Promise<LoadedSession | null> {
  const { index, state } = loaded;
  const read = await readContext(index, state.head, options.window, async (node) => {
    const message = kept.get(node.id);
    return message === undefined ? readMessage(source, index, node) : withParent(message, index.parentOf(node));
  });
  // Where no boundary was met the last one lies further up.
  return read.kind === "read" ? { ...loaded, context: read.messages, earlier: read.earlier ?? state.earlier } : null;
}

/** Reads as much of a session as is needed to go on with it. Costs the same for a long file as for a short one. */
export async function loadSession(source: SessionSource, options: LoadOptions): Promise<LoadedSession> {
  const scan = new BackwardScan(options, source.size);
  await readLinesBackward(source.handle, { end: source.size }, (line) => scan.visit(line));
  if (!scan.isDone) scan.index.finish();
  if (!scan.lacksParent) {
    const { index, damaged, hasRecords, recordsSinceCheckpoint } = scan;
    const loaded = { state: scan.state(), index, damaged, hasRecords, recordsSinceCheckpoint };
    const whole = await contextOf(source, options, loaded, scan.kept);
    if (whole !== null) return whole;
  }
  const loaded = await readWholeSession(source, options);
  return (await contextOf(source, options, loaded, new Map())) ?? { ...loaded, context: [], earlier: nothingEarlier };
}
