import type { MessageId } from "../../../src-preload/contract/ids.ts";
import { type Earlier, nothingEarlier } from "../../../src-preload/contract/past.ts";
import type { Marker, Message } from "../../../src-preload/contract/records.ts";
import type { FileLine, ReadableHandle } from "../read-tail.ts";
import { readLinesBackward, readRange } from "../read-tail.ts";
import { boundaryOf } from "./boundary.ts";
import type { BranchIndex, BranchNode } from "./branch-index.ts";
import { withParent } from "./branch-index.ts";
import type { ParsedLine } from "./parse-line.ts";
import { parseLine, recordsOf } from "./parse-line.ts";

/** A session file that is open for reading, and how many bytes of it count. */
export interface SessionSource {
  readonly handle: ReadableHandle;
  readonly size: number;
}

/** A message that a turn begins with: what is kept of a branch starts at one, so that calls and results stay together. */
export function isTurnStart(message: Message): boolean {
  return message.role === "user" && message.hidden !== true;
}

export function nodeOf(message: Message, line: Pick<FileLine, "offset" | "length">): BranchNode {
  return { id: message.id, parentId: message.parentId, offset: line.offset, length: line.length };
}

/** Puts a line that was met on the way to the start into the index. False for a message whose id is there already. */
export function indexOlder(index: BranchIndex, line: FileLine, parsed: ParsedLine): boolean {
  index.from = line.offset;
  if (parsed.kind === "message") return index.addOlder(nodeOf(parsed.message, line), parsed.parentKnown);
  if (parsed.kind === "damaged" && parsed.id !== null) index.noteDamaged(parsed.id);
  if (parsed.kind === "marker") addOlderBoundary(index, parsed.marker);
  return true;
}

/** Of two boundaries at one message the later one counts, which was met first. */
function addOlderBoundary(index: BranchIndex, marker: Marker): void {
  const boundary = boundaryOf(marker);
  if (boundary !== null && !index.boundaries.has(boundary.id)) index.boundaries.set(boundary.id, boundary.earlier);
}

/** Reads on towards the start until there is enough, or all. */
export async function extendIndex(source: SessionSource, index: BranchIndex, enough: () => boolean): Promise<void> {
  if (index.from === 0 || enough()) return;
  let stopped = false;
  await readLinesBackward(source.handle, { end: index.from }, (line) => {
    for (const record of recordsOf(line).toReversed()) indexOlder(index, record.line, record.parsed);
    stopped = enough() && !index.isWaiting;
    return !stopped;
  });
  if (!stopped) index.finish();
}

/** The message of a node, read again from its place. Null when its line is not what it was. */
export async function readMessage(
  source: SessionSource,
  index: BranchIndex,
  node: BranchNode,
): Promise<Message | null> {
  const bytes = await readRange(source.handle, node.offset, node.length);
  const parsed = parseLine(bytes.toString("utf8"));
  if (parsed.kind !== "message" || parsed.message.id !== node.id) return null;
  return withParent(parsed.message, index.parentOf(node));
}

/** Ids of the branch that ends with `tip`, newest first, as far as the index knows it. */
export function* walkBranch(index: BranchIndex, tip: MessageId | null): Generator<BranchNode, MessageId | null> {
  const met = new Set<MessageId>();
  let id = tip;
  while (id !== null) {
    const node = index.get(id);
    if (node === undefined || met.has(id)) return id;
    yield node;
    met.add(id);
    id = index.parentOf(node);
  }
  return null;
}

export type ContextRead =
  | {
      readonly kind: "read";
      readonly messages: readonly Message[];
      /** What stands in the place of those before them; null where they begin before a boundary is met. */
      readonly earlier: Earlier | null;
    }
  /** The branch goes on above what the index covers. */
  | { readonly kind: "beyond"; readonly id: MessageId };

/**
 * The end of the branch of `tip`, oldest first: since the last boundary, or at least `window` messages that begin with a
 * whole turn and hold the last reply, whose calls may be open. `fetch` gives the message of a node.
 */
export async function readContext(
  index: BranchIndex,
  tip: MessageId | null,
  window: number,
  fetch: (node: BranchNode) => Promise<Message | null>,
): Promise<ContextRead> {
  const messages: Message[] = [];
  let hasReply = false;
  let earlier: Earlier | null = null;
  const branch = walkBranch(index, tip);
  for (let step = branch.next(); ; step = branch.next()) {
    if (step.done === true) {
      if (step.value !== null && !index.boundaries.has(step.value)) return { kind: "beyond", id: step.value };
      earlier = (step.value === null ? undefined : index.boundaries.get(step.value)) ?? nothingEarlier;
      break;
    }
    earlier = index.boundaries.get(step.value.id) ?? null;
    if (earlier !== null) break;
    const message = await fetch(step.value);
    if (message === null) continue;
    messages.push(message);
    hasReply ||= message.role === "assistant";
    if (hasReply && messages.length >= window && isTurnStart(message)) break;
  }
  return { kind: "read", messages: messages.reverse(), earlier };
}
